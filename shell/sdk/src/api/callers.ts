import { type FeatureName, featureHeader, type Proofs, proofsElementId } from '@trellis/api-contract';
import { isKeptPage } from '../network/keptPage.ts';

/** What a feature may put in the place of these later, sees nothing of what is sent here. */
const { fetch: sent } = globalThis;
const takesPaths = isBrowser();
let proofOf: (caller: Caller) => string | undefined;

/** In the name of which release something is called. Whoever comes to hold one can read nothing of it. */
export class Caller {
  readonly #proof: string | undefined;

  constructor(proof: string | undefined) {
    this.#proof = proof;
  }

  static {
    proofOf = (caller) => caller.#proof;
  }
}

const proofs: Partial<Record<FeatureName | 'shell', string>> = { ...taken() };

/** Out of the document, before the code of a feature is there to look. */
function taken(): Proofs {
  const element = document.getElementById(proofsElementId);
  element?.remove();
  return JSON.parse(element?.textContent ?? '{}') as Proofs;
}

/** Whoever asks first gets it with its proof, and nobody after them: the shell asks before a feature's code runs. */
export function callerOf(owner: FeatureName | 'shell'): Caller {
  const caller = new Caller(proofs[owner]);
  delete proofs[owner];
  return caller;
}

/** The shell and the sdk themselves. */
const own = callerOf('shell');

/** What a request says of the trace that it belongs to, where the server makes traces. */
let traceOf: (() => string) | undefined;

export function traceWith(parentOf: () => string): void {
  traceOf = parentOf;
}

/** Sends a request of the page. */
export function send(url: string, init: RequestInit, caller = own): Promise<Response> {
  if (isKeptPage()) return Promise.reject(new TypeError('this page was made without the server'));
  const proof = proofOf(caller);
  const headers = {
    ...init.headers,
    ...(proof !== undefined && { [featureHeader]: proof }),
    ...(traceOf && { traceparent: traceOf() }),
  };
  return takesPaths
    ? sent(url, { ...init, headers })
    : fetch(new URL(url, document.baseURI).href, { ...init, headers });
}

/** Outside a browser, in tests, `fetch` refuses a path, and another one may stand in for it. */
function isBrowser(): boolean {
  try {
    return new Request('/') !== undefined;
  } catch {
    return false;
  }
}
