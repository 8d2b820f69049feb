import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import type { RequestState } from '../../platform/http/requestState.ts';

const sheet = readFileSync(join(import.meta.dirname, 'consoleStart.css'), 'utf8');
const path = `/console-start.${createHash('sha256').update(sheet).digest('hex').slice(0, 10)}.css`;

/**
 * What gives the start of the console its own shape. It is a file of the operators' host alone: neither the members' document
 * nor a script or stylesheet that they load has a byte of it.
 */
export const consoleStartLink = `<link rel="stylesheet" href="${path}" id="frame">`;

/** So long the console is not painted without its frame. */
const waitMs = 2_000;

/** A stylesheet that hangs holds back everything that is painted, and this one is no part of what is shown. */
export const consoleStartGuard = `setTimeout(()=>{const l=document.getElementById('frame');l&&!l.sheet&&l.remove()},${waitMs})`;

/** Serves that file, for ever the same under its address. */
export function serveConsoleStart(): Middleware<RequestState> {
  return async (context, next) => {
    if (context.path !== path || !['GET', 'HEAD'].includes(context.method)) return next();
    context.set('Cache-Control', 'public, max-age=31536000, immutable');
    context.type = 'text/css; charset=utf-8';
    context.body = sheet;
  };
}
