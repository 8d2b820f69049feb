import { type Language, languageTag } from '@trellis/api-contract';
import { escapeHtml } from '../../ground/html.ts';
import en from './texts/en.json' with { type: 'json' };
import jp from './texts/jp.json' with { type: 'json' };
import ko from './texts/ko.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

export type MailTemplate = keyof typeof en.mails;

/** A template in one language. Braces hold parameters. */
interface TemplateText {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly after: readonly string[];
  /** What stands before the link. */
  readonly link?: string;
}

interface MailTexts {
  readonly frame: { readonly antiPhishing: string; readonly footer: string };
  readonly mails: Readonly<Record<MailTemplate, TemplateText>>;
}

const texts: Readonly<Record<Language, MailTexts>> = { en, jp, zh, ko };

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface MailContext {
  readonly productName: string;
  readonly publicOrigin: string;
  /** `code` stands out; `link` is a path of ours with what belongs to it; `antiPhishing` is the member's own word. */
  readonly params: Readonly<Record<string, string>>;
}

/** Subject, plain text and HTML of a mail, in the reader's language: the same words in both. */
export function writeMail(template: MailTemplate, language: Language, context: MailContext): MailText {
  const { frame, mails } = texts[language];
  const parts: TemplateText = mails[template];
  const { productName: product, publicOrigin, params } = context;
  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => ({ ...params, product })[name] ?? whole);
  const code = params.code;
  const link = parts.link === undefined ? undefined : `${publicOrigin}${params.link ?? '/forgetPassword'}`;
  // A reason that is not known leaves its line out.
  const before = parts.lines.map(fill).filter(Boolean);
  const after = parts.after.map(fill).filter(Boolean);
  const own = params.antiPhishing === undefined ? [] : [fill(frame.antiPhishing)];
  const footer = fill(frame.footer);
  const text = [
    ...own,
    ...before,
    ...(code === undefined ? [] : [code]),
    ...(link === undefined ? [] : [`${parts.link} ${link}`]),
    ...after,
    footer,
  ].join('\n\n');
  const paragraph = (line: string): string => `<p>${escapeHtml(line)}</p>`;
  const html = [
    `<!doctype html><html lang="${languageTag[language]}"><head><meta charset="utf-8"><title>${escapeHtml(fill(parts.subject))}</title></head>`,
    `<body style="font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:0 auto;padding:16px"><h1 style="font-size:20px">${escapeHtml(product)}</h1>`,
    ...own.map((line) => `<p style="border:1px solid;padding:8px;border-radius:8px">${escapeHtml(line)}</p>`),
    ...before.map(paragraph),
    ...(code === undefined
      ? []
      : [`<p style="font-size:32px;letter-spacing:.2em;font-weight:700">${escapeHtml(code)}</p>`]),
    ...(link === undefined
      ? []
      : [`<p>${escapeHtml(parts.link ?? '')}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`]),
    ...after.map(paragraph),
    `<p style="font-size:13px">${escapeHtml(footer)}</p></body></html>`,
  ].join('\n');
  return { subject: fill(parts.subject), text, html };
}
