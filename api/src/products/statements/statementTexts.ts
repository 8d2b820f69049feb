import type { Language } from '@trellis/api-contract';
import type { JournalKind } from '../../ledger/journalKinds.ts';
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

export type StatementTexts = Omit<typeof en, 'journals'> & {
  readonly journals: Readonly<Record<JournalKind, string>>;
};

/** The words of statements; `fonts/` holds their characters (`api/bin/subset-fonts.mjs`). */
export const statementTexts: Readonly<Record<Language, StatementTexts>> = { en, jp, zh, ko };
