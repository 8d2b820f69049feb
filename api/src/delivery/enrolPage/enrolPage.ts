import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages, languageTag, matchLanguage } from '@trellis/api-contract';
import { operatorApiBase } from '@trellis/api-contract/operator';
import type { Middleware } from 'koa';
import { escapeHtml } from '../../ground/html.ts';
import type { RequestState } from '../../platform/http/requestState.ts';

const folder = import.meta.dirname;
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
type Texts = Readonly<Record<string, string>>;
const texts = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(read(`texts.${language}.json`)) as Texts]),
) as Record<Language, Texts>;
const [script, style] = [read('client.js'), read('style.css')];

/** `/enrol` on the operators' host: where an enrolment link leads. The token stays behind its `#`, in the browser. */
export function serveEnrolPage(): Middleware<RequestState> {
  return async (context, next) => {
    if (context.path !== '/enrol' || (context.method !== 'GET' && context.method !== 'HEAD')) return next();
    const accepted = (context.get('accept-language') || '').split(',').map((part) => part.split(';')[0] ?? '');
    const nonce = randomBytes(18).toString('base64');
    context.set(
      'Content-Security-Policy',
      [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        "connect-src 'self'",
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join('; '),
    );
    context.set('Cache-Control', 'no-store');
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('Referrer-Policy', 'no-referrer');
    context.set('Cross-Origin-Opener-Policy', 'same-origin');
    context.type = 'text/html; charset=utf-8';
    context.body = page(matchLanguage(accepted), nonce);
  };
}

function page(language: Language, nonce: string): string {
  const text = (key: string): string => escapeHtml(texts[language][key] ?? key);
  const data = JSON.stringify({ texts: texts[language], api: operatorApiBase }).replace(/</g, '\\u003c');
  return `<!doctype html>
<html lang="${languageTag[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text('title')}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${text('title')}</h1>
<noscript>${text('noscript')}</noscript>
<p id="message" role="alert"></p>
<form id="password-step" hidden novalidate>
<label for="password">${text('password')}</label>
<input id="password" name="password" type="password" autocomplete="new-password" maxlength="128" aria-describedby="rule message">
<p class="hint" id="rule">${text('rule')}</p>
<label for="again">${text('again')}</label>
<input id="again" name="again" type="password" autocomplete="new-password" maxlength="128">
<button>${text('next')}</button>
</form>
<form id="code-step" hidden novalidate>
<p>${text('name')}: <strong id="name"></strong></p>
<p>${text('scan')}</p>
<img id="code-picture" alt="${text('picture')}">
<p>${text('key')}: <code id="secret"></code></p>
<label for="code">${text('code')}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="message">
<button>${text('finish')}</button>
</form>
<p id="done" hidden tabindex="-1" role="status">${text('done')}</p>
</main>
<script type="application/json" id="page">${data}</script>
<script nonce="${nonce}">{${script}}</script>
</body>
</html>
`;
}
