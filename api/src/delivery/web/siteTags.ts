import { type Language, languageTag } from '@trellis/api-contract';
import { escapeHtml } from '../../ground/html.ts';
import { webTexts } from './webTexts.ts';

/** The cells of the product's mark: the strong ones, and the two between. */
export const markPaths = [
  'M4.4.8 7.9 6.3 4.4 11.8.9 6.3zM12 .8l3.5 5.5-3.5 5.5-3.5-5.5zM19.6.8l3.5 5.5-3.5 5.5-3.5-5.5zM12 12.5l3.5 5.5-3.5 5.5L8.5 18z',
  'm8.2 6.65 3.5 5.5-3.5 5.5-3.5-5.5zM15.8 6.65l3.5 5.5-3.5 5.5-3.5-5.5z',
] as const;

/** The mark, as it stands before the product's name. */
export const mark = `<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">${markPaths.map((d) => `<path d="${d}"/>`).join('')}</svg>`;

/** The mark in the document itself: no request for it, and none for a favicon that is not there. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#1d4fd8" d="${markPaths[0]}"/><path fill="#8fa8f0" d="${markPaths[1]}"/></svg>`,
)}`;

/** Fetched without cookies. English is what any other `lang` gets. */
export const manifestAddress = (language: Language): string =>
  language === 'en' ? '/manifest.webmanifest' : `/manifest.webmanifest?lang=${languageTag[language]}`;

/** The mark of the tab, what a phone puts on its home screen, and the colour of the browser's bar. */
export const iconTags = (language: Language, productName: string): string => `<link rel="icon" href="${icon}">
<link rel="apple-touch-icon" href="/pictures/icon-180.png">
<meta name="apple-mobile-web-app-title" content="${escapeHtml(productName)}">
<link rel="manifest" href="${manifestAddress(language)}">
<meta name="theme-color" content="#122063">`;

interface About {
  readonly language: Language;
  readonly productName: string;
  readonly origin: string;
}

/** What the service is, for who finds it by a search or is sent a link to it. */
export function aboutTags({ language, productName, origin }: About): string {
  const { about } = webTexts[language];
  return `<meta name="description" content="${escapeHtml(about)}">
<meta property="og:title" content="${escapeHtml(productName)}">
<meta property="og:description" content="${escapeHtml(about)}">
<meta property="og:image" content="${origin}/pictures/share.png">
<meta property="og:locale" content="${languageTag[language]}">`;
}
