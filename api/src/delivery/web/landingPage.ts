import { randomBytes } from 'node:crypto';
import { type Language, languages, languageTag, type ReleaseManifest } from '@trellis/api-contract';
import { escapeHtml } from '../../ground/html.ts';
import { languageNames } from './failedPage.ts';
import { assetBase } from './registry.ts';
import { aboutTags, iconTags, mark } from './siteTags.ts';
import stones from './stones.json' with { type: 'json' };
import { webTexts } from './webTexts.ts';

interface LandingPage {
  readonly language: Language;
  readonly productName: string;
  /** Who runs the service, as the operators put it; not there: nothing is said. */
  readonly company: string | undefined;
  readonly origin: string;
  readonly theme: string | undefined;
  readonly textScale: string | undefined;
  /** Whose number face it is set in, once there is one. */
  readonly shell: ReleaseManifest | undefined;
}

/**
 * `/` for whoever never logged in with this browser: what the service is, what it does not promise, and who runs it. It is
 * whole in itself, without a script, so that it is there at once.
 */
export function writeLandingPage(page: LandingPage): { html: string; policy: string } {
  const { language, productName, company, origin, theme, textScale, shell } = page;
  const nonce = randomBytes(18).toString('base64');
  const { landing, about, failure } = webTexts[language];
  const font = Object.keys(shell?.files ?? {}).find((file) => file.endsWith('.woff2'));
  const fontUrl = shell && font ? `${assetBase(shell)}${font}` : undefined;
  const choices = languages.map((each) => {
    const current = each === language ? ' aria-current="true"' : '';
    return `<a href="/?language=${each}" lang="${languageTag[each]}" hreflang="${languageTag[each]}"${current}>${languageNames[each]}</a>`;
  });
  const facts = landing.facts.map(
    ([title, text]) => `<li><h2>${escapeHtml(title ?? '')}</h2><p>${escapeHtml(text ?? '')}</p></li>`,
  );
  const stone = (name: keyof typeof stones) => `<svg viewBox="0 0 96 96">${stones[name]}</svg>`;
  const runBy =
    company === undefined ? '' : `<span>${escapeHtml(landing.runBy.replace('{company}', () => company))}</span>`;
  const html = `<!doctype html>
<html lang="${languageTag[language]}"${textScale === undefined ? '' : ` data-text-scale="${textScale}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<title>${escapeHtml(`${productName}: ${landing.title}`)}</title>
${aboutTags({ language, productName, origin })}
${iconTags(language, productName)}
${fontUrl === undefined ? '' : `<link rel="preload" as="font" type="font/woff2" href="${fontUrl}" crossorigin>\n`}<style nonce="${nonce}">${fontUrl === undefined ? '' : `@font-face{font-family:N;src:url("${fontUrl}");font-weight:600;font-display:swap;unicode-range:U+20-7E}`}${style(theme, textScale)}</style>
</head>
<body>
<header><p class="brand" translate="no">${mark}${escapeHtml(productName)}</p>
<div class="stones" aria-hidden="true">${stone('emerald')}${stone('gold')}${stone('sapphire')}</div>
<h1>${escapeHtml(landing.title)}</h1>
<p>${escapeHtml(about)}</p></header>
<main><ul>${facts.join('')}</ul>
<a class="act" href="/signup">${escapeHtml(landing.register)}</a>
<a class="act quiet" href="/login">${escapeHtml(landing.logIn)}</a>
<p class="foot">${runBy}<a href="/terms">${escapeHtml(landing.terms)}</a><a href="/termservice">${escapeHtml(landing.service)}</a><a href="/terms">${escapeHtml(landing.rewards)}</a></p>
<nav class="foot" aria-label="${escapeHtml(failure.language)}">${choices.join('')}</nav></main>
</body>
</html>
`;
  // It has no script that would connect to anything: this lets who judges the page from inside it read robots.txt.
  const policy = `default-src 'none'; connect-src 'self'; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  return { html, policy };
}

/** The same values as the shell's tokens, which come with the shell. Browsers before 2024 know no `light-dark()`. */
const light =
  '--fill:#1d4fd8;--on:#fff;--text:#0c1226;--text2:#475167;--bg:#f3f5f9;--control:#808a9d;--edge:transparent';
const dark =
  '--fill:#86aaff;--on:#071330;--text:#f1f4f9;--text2:#b3bdcc;--bg:#090d15;--control:#6a7790;--edge:rgb(255 255 255/9%)';
const colours = (theme: string | undefined): string => {
  if (theme !== undefined) return `:root{color-scheme:${theme};${theme === 'dark' ? dark : light}}`;
  return `:root{color-scheme:light dark;${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`;
};

const style = (theme: string | undefined, textScale = '1') => `*{box-sizing:border-box;margin:0}
${colours(theme)}
:root{--s:${textScale}}
body{min-height:100vh;background:var(--bg);color:var(--text);font:calc(14.5px*var(--s))/1.45 -apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
:lang(ja),:lang(zh),:lang(ko){line-height:1.6}:lang(ko){word-break:keep-all}
header{padding:16px 20px 60px;text-align:center;color:#fff;background:radial-gradient(120% 90% at 88% 0,#1d4fd8,transparent 62%),linear-gradient(#122063,#0a1029 78%)}
header>p:last-child{max-width:34em;margin:10px auto 0;color:#d0dafb;text-wrap:balance}
.brand{display:flex;gap:8px;align-items:center;font:600 calc(18px*var(--s)) N,sans-serif;letter-spacing:-.02em}
.brand svg{width:26px;height:26px;fill:#fff}.brand path+path{fill:#7f9cf5}
.stones{display:flex;justify-content:center;align-items:flex-end;margin:14px 0 8px}
.stones svg{width:64px;height:64px;margin-bottom:8px;stroke-width:.6}.stones svg:nth-child(2){width:124px;height:124px;margin:0 -6px;filter:drop-shadow(0 14px 22px rgb(0 0 0/45%))}
h1{font:600 calc(30px*var(--s))/1.15 N,sans-serif;letter-spacing:-.03em;word-spacing:.06em;text-wrap:balance}
:lang(ja) :is(h1,h2){word-break:auto-phrase}
main{display:grid;gap:14px;max-width:480px;margin:-28px auto 0;padding:24px 20px;border-radius:28px 28px 0 0;background:var(--bg);box-shadow:inset 0 1px 0 var(--edge)}
ul{display:grid;gap:14px;padding:0;list-style:none}
li{padding-inline-start:22px;position:relative}
li::before{content:"";position:absolute;top:6px;left:2px;width:8px;height:12px;background:var(--fill);clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}
h2{font:600 calc(16px*var(--s))/1.35 N,sans-serif}
li p,.foot{font-size:calc(12.5px*var(--s));color:var(--text2)}
.act{display:grid;place-items:center;min-height:54px;padding:8px 20px;border-radius:99px;background:var(--fill);color:var(--on);font:600 calc(16px*var(--s)) N,sans-serif;text-align:center;text-decoration:none}
.quiet{background:none;box-shadow:inset 0 0 0 1.5px var(--control);color:var(--text)}
:focus-visible{outline:2px solid var(--fill);outline-offset:2px}
.foot{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:0 14px}
.foot a{display:inline-grid;place-items:center;min-height:44px;min-width:44px;color:inherit}
.foot a[aria-current]{font-weight:600;color:var(--text)}
@media(min-width:1024px){body{display:grid;grid-template-columns:44fr 56fr}
header{position:sticky;top:0;display:grid;grid-template-rows:5fr auto auto auto 7fr;height:100vh;padding:32px 48px}
.brand{align-self:start}header>p:last-child{align-self:start}
main{align-self:center;width:100%;margin:0 auto;padding:48px 32px;border-radius:0;box-shadow:none}}`;
