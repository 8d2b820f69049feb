import type { JournalKind, Language } from '@trellis/api-contract';
import journalsEn from '@trellis/api-contract/journals/texts/en.json' with { type: 'json' };
import journalsJp from '@trellis/api-contract/journals/texts/jp.json' with { type: 'json' };
import journalsKo from '@trellis/api-contract/journals/texts/ko.json' with { type: 'json' };
import journalsZh from '@trellis/api-contract/journals/texts/zh.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

/** What a line is called, by the kind of its journal. */
type JournalTexts = Readonly<Record<`journal.${JournalKind}`, string>>;

export interface StatementTexts extends Readonly<typeof en> {
  readonly journals: JournalTexts;
}

/** The words of statements; `fonts/` holds their characters (`api/bin/subset-fonts.mjs`). */
export const statementTexts: Readonly<Record<Language, StatementTexts>> = {
  en: { ...en, journals: journalsEn },
  jp: { ...jp, journals: journalsJp },
  zh: { ...zh, journals: journalsZh },
  ko: { ...ko, journals: journalsKo },
};
