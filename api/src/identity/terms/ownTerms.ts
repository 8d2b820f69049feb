import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages, type TermsDocument } from '@trellis/api-contract';
import { readTermsTexts, type TermsMarkdown, type TermsTexts } from './termsTexts.ts';

/** The texts of a document that come with the product. */
export interface OwnTerms {
  readonly now: TermsTexts;
  /** What earlier releases came with, oldest first: they hold where such a release was the first to start. */
  readonly earlier: readonly TermsTexts[];
}

const folder = join(import.meta.dirname, 'texts');

/** `texts/<document>/` holds the texts of now, `texts/<document>/earlier/<number>/` each that it had before. */
export function readOwnTerms(document: TermsDocument): OwnTerms {
  const earlier: TermsTexts[] = [];
  for (let number = 1; existsSync(earlierFolder(document, number)); number += 1)
    earlier.push(readTermsTexts(readMarkdown(earlierFolder(document, number))));
  return { now: readTermsTexts(readMarkdown(join(folder, document))), earlier };
}

const earlierFolder = (document: TermsDocument, number: number): string =>
  join(folder, document, 'earlier', String(number));

const readMarkdown = (from: string): TermsMarkdown =>
  Object.fromEntries(
    languages.map((language) => [language, readFileSync(join(from, `${language}.md`), 'utf8')]),
  ) as Record<Language, string>;
