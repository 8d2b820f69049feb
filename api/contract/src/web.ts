/** What the HTML document carries for the shell, as JSON in script elements that are never executed. */
import type { UserOf } from './audiences/calls.ts';
import type { AudienceName } from './audiences/endpoint.ts';
import type { FeatureName } from './features.ts';
import type { Language } from './languages.ts';

/** On calls that a page makes by itself, because it was informed that something changed: they are no use of the session. */
export const backgroundHeader = 'x-background';

/**
 * Whose page a call comes from: the encoded name of who was logged in when it was made, and the parameter of the same
 * meaning where a request has no headers. In another's session it is refused.
 */
export const pageOfHeader = 'x-page-of';
export const pageOfParameter = 'of';

/**
 * By which release of which feature a call of the API is made: `<feature> <release> <proof>`. The document gives the page a
 * proof for each of its releases; what a release does not declare, it is refused.
 */
export const featureHeader = 'x-feature';

/** Calls that pages make without it: the last reports of a page that closes have no headers. */
export const callsWithoutProof: readonly string[] = ['reportLoads'];

/**
 * The name of a cookie of ours, on both sides. Over TLS browsers let a `__Host-` one be set by this very host alone, and
 * send it nowhere else; over plain http, in development, there is none.
 */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** Ids of the document's JSON elements. */
export const registryElementId = 'registry';
export const bootElementId = 'boot';
export const proofsElementId = 'proofs';

/** What `featureHeader` says of each release of the page. The client takes it out of the document before a feature's code runs. */
export type Proofs = Readonly<Partial<Record<FeatureName | 'shell', string>>>;

/** One prefilled answer of the client's cache: what this endpoint says to this input. */
export interface LoadedAnswer {
  readonly endpoint: string;
  readonly args: Readonly<Record<string, string>>;
  readonly data: unknown;
}

/** Answer of `GET /server-loader?route=&url=`, and of the document for its first screen. */
export interface LoaderAnswer<A extends AudienceName = AudienceName> {
  /** The product's time. */
  readonly now: string;
  /** `<feature>/<screen>`; `null` where the server has no data for it. */
  readonly route: string | null;
  /** `null`: nobody is logged in. */
  readonly session: UserOf<A> | null;
  /** Somebody is, but the browser is locked: who, is said when it is not any more. */
  readonly locked?: true;
  readonly answers: readonly LoadedAnswer[];
  /** Another word with each log-in: what a browser keeps of one is never shown in another. */
  readonly login?: string;
  /**
   * With a document: how what a page is kept informed of stood just before its data was read, by the event's name. What changes
   * between then and the first event is seen by that.
   */
  readonly marks?: Readonly<Record<string, string>>;
}

export interface Boot {
  readonly audience: AudienceName;
  /** Base of the audience's API. */
  readonly api: string;
  readonly productName: string;
  readonly development: boolean;
  /** Screens, as `<feature>/<screen>`, that the server has data for. */
  readonly loads: readonly string[];
  /**
   * Another word after each step that took a release back: what was typed in a tab before is not restored. Absent where a script
   * fetches the document.
   */
  readonly takenBack?: string;
  /** The server traces: calls say which tap they belong to. */
  readonly traces?: true;
  /** Absent when no session cookie came along with the navigation (a link from a mail: SameSite=Strict). */
  readonly loaded?: LoaderAnswer;
  /** The browser's worker is switched off: the page takes it away, with all that it keeps. */
  readonly worker?: false;
  /** The worker made the page of what it keeps, because the server did not answer. */
  readonly kept?: KeptPage;
}

/** Of a page that was made without the server. */
export interface KeptPage {
  /** The one whose texts are kept. */
  readonly language: Language;
}

/** Where the worker's own script is; never anywhere else, and never nowhere. */
export const workerPath = '/sw.js';
/** What the worker makes pages of, signed. */
export const keptPagePath = '/offline';
/** Alongside `/assets/…`: the same files, from the worker's caches alone. */
export const keptBase = '/kept';

/**
 * With each document, and in `registryEvent`: what is live for its reader, by feature, `shell` among them. Of two the one with the
 * larger `n` is newer.
 */
export interface LiveNow {
  readonly n: number;
  readonly live: Readonly<Record<string, string>>;
}

/** What the page says to the worker. */
export type WorkerMessage =
  /** What is live, as the server has just said. */
  | { readonly type: 'seen'; readonly now: LiveNow }
  /** The first screen is there: time to keep what is live, in this language. */
  | { readonly type: 'settled'; readonly language: Language }
  /** The server answers a page that was made without it: the next document may take its time. */
  | { readonly type: 'reached' };

/** What the worker asks a page: to go to an address of ours, because somebody tapped a notification. It answers whether it does. */
export interface WorkerGo {
  readonly type: 'go';
  readonly address: string;
}

/** What a worker that goes says to the pages that it held; a page that answers loads itself again. */
export const workerGone = 'workerGone';

/** Addresses that are no page's: the server answers them by itself, and the worker leaves them alone. */
export const notPages = /^\/(?:api|assets|dev|kept|offline|ops|server-loader)(?:\/|$)|^\/\./;
