import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../languages.ts';
import type { JournalKind, RecordKind } from './journalKinds.ts';

const folder = join(import.meta.dirname, 'texts');

/** What a record is called that members see, and a line of a statement, by the kind of its journal. */
export type JournalTexts = Readonly<Record<`record.${RecordKind}` | `journal.${JournalKind}`, string>>;

/** The names in one language, of every product: `texts/` has a folder for each. On servers; browsers get a built file. */
export function journalTexts(language: Language): JournalTexts {
  const files = readdirSync(folder).map((product) => join(folder, product, `${language}.json`));
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')))) as JournalTexts;
}
