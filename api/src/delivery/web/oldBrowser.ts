import type { Language } from '@trellis/api-contract';
import { escapeHtml } from '../../ground/html.ts';
import { webTexts } from './webTexts.ts';

/** What a browser shows that cannot run the shell: in the document, and in no page before it is needed. */
export function oldBrowserPage(language: Language): string {
  const { title, text } = webTexts[language].old;
  return `<template id="old"><main role="alert"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></template>`;
}

/**
 * Looks whether the browser has what the product uses, and else puts that page in place of everything: what runs later finds
 * no place, and what fails by it says nothing any more. It stands behind the place of the shell, and runs before the shell.
 *
 * - By features, never by names: they are what the oldest browsers that we support have (`shell/build/src/browsers.ts`) and
 *   those before them lack. `cqi` came with Chromium 105, a look behind in a pattern with Safari 16.4, `inert` with Firefox 112.
 * - In the JavaScript of 2009, with nothing that has to be there: whoever cannot read more is who it is for. A browser
 *   without templates shows the page by itself.
 */
export const oldBrowserGuard = `
(function(d,w){
try{
new RegExp('(?<!a)b');
if(Object.hasOwn&&[].findLast&&AbortSignal.timeout&&w.HTMLDialogElement&&'inert'in d.body&&CSS.supports('width','1cqi'))return
}catch(e){}
w.trellisFailed=function(){};
var b=d.body,t=d.getElementById('old');
t=t.content||t;
t.firstChild.style.cssText='max-width:480px;margin:auto;padding:20px;font:16px/1.5 sans-serif';
while(b.firstChild)b.removeChild(b.firstChild);
b.appendChild(t)
})(document,window)`.replaceAll('\n', '');
