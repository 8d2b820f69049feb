import { randomBytes } from 'node:crypto';
import { isLanguage, type Language, languages, languageTag } from '@trellis/api-contract';
import { escapeHtml } from '../../ground/html.ts';
import { webTexts } from './webTexts.ts';

/** Where whoever asked for a document that could not be made is led. */
export const failedPath = '/500';

/** The address of that page, which knows where to go on. */
export const failedAddress = (url: string): string => `${failedPath}?next=${encodeURIComponent(url)}`;

interface FailedPage {
  readonly language: Language;
  readonly productName: string;
  /** Path of ours that was asked for. */
  readonly next: string;
  readonly theme: string | undefined;
}

/** The language that was chosen on the page itself. */
export const chosenLanguage = (chosen: unknown): Language | undefined => (isLanguage(chosen) ? chosen : undefined);

/** Each language by its own name: whoever looks for it can read it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  jp: '日本語',
  zh: '中文',
  ko: '한국어',
};

/** What `/500` is while the server cannot make any document: whole in itself, without a script, in the reader's language. */
export function writeFailedPage({ language, productName, next, theme }: FailedPage): { html: string; policy: string } {
  const nonce = randomBytes(18).toString('base64');
  const text = webTexts[language].failure;
  const choices = languages.map((each) => {
    const href = escapeHtml(`${failedAddress(next)}&language=${each}`);
    const current = each === language ? ' aria-current="true"' : '';
    return `<a href="${href}" lang="${languageTag[each]}" hreflang="${languageTag[each]}"${current}>${languageNames[each]}</a>`;
  });
  const html = `<!doctype html>
<html lang="${languageTag[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<title>${escapeHtml(`${text.title} · ${productName}`)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<p>${escapeHtml(productName)}</p>
<h1>${escapeHtml(text.title)}</h1>
<p>${escapeHtml(text.text)}</p>
<p><a href="${escapeHtml(next)}">${escapeHtml(text.retry)}</a></p>
</main>
<nav aria-label="${escapeHtml(text.language)}">${choices.join(' ')}</nav>
</body>
</html>
`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`;
  return { html, policy };
}

const style = `body{max-width:30rem;margin:0 auto;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:light-dark(#0e1525,#f1f4f9);background:light-dark(#f6f7fa,#0b0f17)}
h1{font-size:1.5rem}
a{display:inline-block;min-height:44px;margin-right:1rem;color:light-dark(#1d4fd8,#7aa2ff)}`;
