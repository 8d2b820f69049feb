import { type Language, languages, type TermsText } from '@trellis/api-contract';
import { AppError } from '../../ground/errors.ts';

export type TermsTexts = Readonly<Record<Language, TermsText>>;
/** A document as it is written: `# ` before the title, `## ` before each section, an empty line between paragraphs. */
export type TermsMarkdown = Readonly<Record<Language, string>>;

/** @throws AppError terms.form, terms.sections_differ, which name the language */
export function readTermsTexts(markdown: TermsMarkdown): TermsTexts {
  const texts = Object.fromEntries(
    languages.map((language) => [language, readText(markdown[language], language)]),
  ) as TermsTexts;
  for (const language of languages)
    if (texts[language].sections.length !== texts.en.sections.length)
      throw new AppError('terms.sections_differ', { params: { language } });
  return texts;
}

function readText(markdown: string, language: Language): TermsText {
  const [head = '', ...parts] = markdown.replaceAll('\r\n', '\n').split(/^## /m);
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
  const isComplete =
    sections.length > 0 && sections.every(({ heading, paragraphs }) => heading && paragraphs.length > 0);
  if (title === undefined || !isComplete) throw new AppError('terms.form', { params: { language } });
  return { title, sections };
}

/** A text in the form in which it was sent: what a second admin reads before they approve it. */
export const writeTermsText = ({ title, sections }: TermsText): string =>
  [`# ${title}`, ...sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs])].join('\n\n');
