import type { Language } from '@trellis/api-contract';
import { type JournalTexts, journalTexts } from '@trellis/api-contract/journals/texts';
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

export interface StatementTexts extends Readonly<typeof en> {
  readonly journals: JournalTexts;
}

/** The words of statements; `fonts/` holds their characters (`npm run fonts`). */
export const statementTexts: Readonly<Record<Language, StatementTexts>> = {
  en: { ...en, journals: journalTexts('en') },
  jp: { ...jp, journals: journalTexts('jp') },
  zh: { ...zh, journals: journalTexts('zh') },
  ko: { ...ko, journals: journalTexts('ko') },
};
