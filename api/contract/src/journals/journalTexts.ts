import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../languages.ts';
import type { JournalKind, RecordKind } from './journalKinds.ts';

const contract = join(import.meta.dirname, '..');

/** What a record is called that members see, and a line of a statement, by the kind of its journal. */
export type JournalTexts = Readonly<Record<`record.${RecordKind}` | `journal.${JournalKind}`, string>>;

/** The names in one language, of every product. On servers; browsers get a built file. */
export function journalTexts(language: Language): JournalTexts {
  const files = globSync(`*/*/texts/journals/${language}.json`, { cwd: contract });
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(join(contract, file), 'utf8'))),
  ) as JournalTexts;
}
