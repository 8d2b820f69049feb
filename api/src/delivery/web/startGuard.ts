import type { Language } from '@trellis/api-contract';
import { escapeHtml } from '../../ground/html.ts';
import { webTexts } from './webTexts.ts';

/** The card that the guard shows: in the document from the start, and in no page before it is needed. */
export function startCard(language: Language): string {
  const { title, text, retry, details } = webTexts[language].guard;
  const fields = details.map((label) => `<dt>${escapeHtml(label)}<dd>`).join('');
  return `<template id="failed"><main><section role="alert"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><button>${escapeHtml(retry)}</button><dl>${fields}</dl></section></main></template>`;
}

/**
 * The few lines that watch over the shell's own script and stylesheet (the tags with `data-chunk`). Whatever else fails is
 * shown by the shell; when the shell itself fails or hangs there is nobody else to say so.
 *
 * - A tag that has done its work loses the mark (its `load` reaches the document and, by the standard, never the window); one that still has it at the deadline hangs, and is taken away because a
 *   stylesheet that hangs holds back everything that is painted.
 * - A script that throws as it runs counts as one that did not come.
 * - The card takes the whole body. Without its place the shell does not start any more, not even when it comes late.
 * - It has a look of its own, set by script: the stylesheet may be what is missing, and the policy allows none inline.
 * - The card stands at the end of the document: what fails before it has arrived waits for it. Only the first failure shows.
 * - Retry fetches the file past the browser's cache, where a broken copy of an immutable file may lie for a year, and then
 *   opens the page again.
 *
 * `trellisFailed(code, chunk, type, address)` is also for the shell, while it cannot show a card of its own.
 *
 * @param timeoutMs the deadline of every load
 */
export const startGuard = (timeoutMs: number): string => source.replace('$timeoutMs', String(timeoutMs));

/** Short names, because each first page carries it: t a tag, u its address, v the four values, b the button, q all that fit a selector. */
const source = `
(d=>{
const q=n=>d.querySelectorAll(n),
each=f=>q('[data-chunk]').forEach(f);
trellisFailed=(...v)=>{
const c=q('#failed')[0]?.content;
if(!c)return setTimeout(()=>trellisFailed(...v),99);
trellisFailed=()=>0;
d.body.replaceChildren(c);
const b=q('button')[0];
q('main')[0].style='max-width:480px;margin:auto;padding:20px;font:16px/1.5 system-ui;overflow-wrap:anywhere';
b.style='font:inherit;padding:12px';
q('dd').forEach((e,i)=>e.append(v[i]));
b.onclick=()=>{
b.disabled=1;
fetch(v[3],{cache:'reload',signal:AbortSignal.timeout(4e3)}).finally(()=>location.reload())
}
};
const fail=(t,y)=>{
const u=t.src||t.href,s=performance.getEntriesByName(u).pop()?.responseStatus;
trellisFailed(t.rel?'CSS_CHUNK_LOAD_FAILED':'feature.load_failed',t.dataset.chunk,y||(s==404|s==410?'missing':'other'),u);
t.remove()
};
addEventListener('error',e=>each(t=>(t==e.target||t.src&&t.src==e.filename)&&fail(t)),1);
d.addEventListener('load',e=>delete e.target.dataset?.chunk,1);
setTimeout(()=>each(t=>fail(t,'timeout')),$timeoutMs)
})(document)`.replaceAll('\n', '');
