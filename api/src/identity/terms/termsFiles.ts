import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages, type TermsText } from '@trellis/api-contract';
import { ExplainedError } from '../../ground/explainedError.ts';

export type TermsTexts = Readonly<Record<Language, TermsText>>;

/**
 * A document in four languages from `en.md`, `jp.md`, `zh.md` and `ko.md`: `# ` before the title, `## ` before each
 * section, an empty line between paragraphs.
 * @throws ExplainedError that names the file, if one is missing, has another form, or has other sections than `en.md`
 */
export function readTermsFolder(folder: string): TermsTexts {
  const texts = Object.fromEntries(languages.map((language) => [language, readText(folder, language)])) as TermsTexts;
  for (const language of languages)
    if (texts[language].sections.length !== texts.en.sections.length)
      throw new ExplainedError(`${language}.md has another number of sections than en.md.`);
  return texts;
}

function readText(folder: string, language: Language): TermsText {
  const file = join(folder, `${language}.md`);
  const [head = '', ...parts] = contentsOf(file).split(/^## /m);
  const title = /^# (.+)$/.exec(head.trim())?.[1]?.trim();
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const paragraphs = lines
      .join('\n')
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
      .filter((paragraph) => paragraph !== '');
    return { heading: heading.trim(), paragraphs };
  });
  const isWhole = sections.length > 0 && sections.every(({ heading, paragraphs }) => heading && paragraphs.length > 0);
  if (title === undefined || !isWhole)
    throw new ExplainedError(`${file} needs a line "# title", then sections: "## heading" and text below.`);
  return { title, sections };
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch (error) {
    throw new ExplainedError(`${file} cannot be read.`, { cause: error });
  }
}
