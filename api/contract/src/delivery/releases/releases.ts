import type { FeatureName } from '../../features.ts';
import type { Language } from '../../languages.ts';

/** What a development server serves goes by this name, whatever its sources are at the moment. */
export const servedRelease = 'development';

/** Trusted Types policy of what a development server lays over a page when its sources do not build. */
export const overlayPolicy = 'webpack-dev-server#overlay';

/** One active release of a feature, as the registry names it. */
export interface FeatureRelease {
  readonly release: string;
  /** `/assets/<feature>/<release>/` */
  readonly base: string;
  readonly entry: string;
  /** `window[global]` is the container after the entry ran; one per release. */
  readonly global: string;
  readonly integrity: string;
  /** Version of the contract between shell and feature. */
  readonly contract: number;
  /** Shared library ranges the feature needs; checked before any request. */
  readonly shared: Readonly<Record<string, string>>;
  /** As the manifest says it. */
  readonly calls?: readonly string[];
  /** The feature's own words for when it does not load, in the document's language. */
  readonly fallback?: FallbackWords;
}

export interface FallbackWords {
  readonly title: string;
  readonly text: string;
}

/** What one language of them may take as JSON, in bytes: they are in every document. */
export const fallbackMaxBytes = 2048;

/** A screen of a feature, as data: `screen` is also the name of its chunk, and `<feature>/<screen>` its route id. */
export interface ScreenRoute {
  /** Absolute, with `:name` parameters. */
  readonly path: string;
  readonly screen: string;
  /** The screen runs in the flow template, which is a chunk of the shell named `flow`. */
  readonly flow?: true;
  /**
   * The screen only reads, and is there without the server, too: the further chunks that it has then, alongside its own. Absent:
   * without the server it says that it needs it.
   */
  readonly offline?: readonly string[];
}

/** Among a manifest's chunks: the files of all screens that are there without the server. */
export const offlineChunks = 'offline';

/** `release.json`, written by the build alongside the files it names. */
export interface ReleaseManifest {
  readonly feature: FeatureName | 'shell';
  /** Version and digest of the sources: the same sources give the same release. */
  readonly release: string;
  /** The last git commit of the sources; `null` when they are not (or not wholly) committed. */
  readonly commit: string | null;
  readonly contract: number;
  /** Shared library to the range that the release works with; the shell needs none. */
  readonly shared: Readonly<Record<string, string>>;
  /** Shared library to the version that features get: the shell's alone. */
  readonly offers?: Readonly<Record<string, string>>;
  /** The entry script's file name; the shell's own start script for `shell`. */
  readonly entry: string;
  readonly global: string;
  readonly routes: readonly ScreenRoute[];
  /**
   * Names of the endpoints that it calls; the server refuses it the others. Absent in releases of before: then it may call
   * what its audience may.
   */
  readonly calls?: readonly string[];
  readonly languages: readonly Language[];
  /** A feature's own words for when it does not load; the shell has none. */
  readonly fallback?: Readonly<Record<Language, FallbackWords>>;
  readonly files: Readonly<Record<string, { readonly integrity: string; readonly bytes: number }>>;
  /**
   * Chunk name to the scripts and styles that must be there before it runs. Names by convention: `feature` (the
   * exposed module) or `shell` (start), `<screen>`, and `texts-<language>`.
   */
  readonly chunks: Readonly<Record<string, readonly string[]>>;
}

export interface Registry {
  /** One deadline over entry, chunk and stylesheet. Default 120,000; tests use 2,000. */
  readonly timeoutMs: number;
  readonly features: Readonly<Partial<Record<FeatureName, FeatureRelease>>>;
}

/**
 * What `registryEvent` says: the releases that its page would get if it were opened now. A feature that is not named is
 * switched off.
 */
export interface ReleasesNow {
  /** Larger after each step of anybody's; see `LiveNow`. */
  readonly n: number;
  readonly shell?: string;
  readonly features: Readonly<Partial<Record<FeatureName, string>>>;
}

/**
 * How far a load came: the entry script, a chunk or a stylesheet that was asked for, the start of what they brought, or
 * the drawing of a screen; `run` and `use` are what comes after it. A load that went well is one report of the phase `start`.
 */
export type LoadPhase = 'entry' | 'chunk' | 'style' | 'start' | 'render' | 'run' | 'use';

/** `ok`, or why not. `threw`, of the phase `run` alone, is no failure of a load: something in a screen did not work. */
export type LoadOutcome = 'ok' | 'missing' | 'timeout' | 'other' | 'incompatible' | 'crashed' | 'threw' | ScreenUse;

/**
 * What becomes of what people do on a screen, of the phase `use` alone: they typed or pressed something (`begun`), a call that
 * changes something was answered well (`done`), or nothing at all came of a button that they pressed (`dead`).
 */
export type ScreenUse = 'begun' | 'done' | 'dead';

/** Where pages report it, under the base of their audience's API. */
export const loadReportsPath = '/release-reports';

/** A page that took longer was left alone, or asleep. */
export const longestFirstPaintMs = 120_000;

/** What a page reports about one load of a release. */
export interface LoadReport {
  readonly feature: FeatureName | 'shell';
  readonly release: string;
  readonly phase: LoadPhase;
  readonly outcome: LoadOutcome;
  /** Since the load began; whole. */
  readonly milliseconds: number;
  /**
   * From the beginning of the load to the first frame that the browser makes after its first screen was put on the page;
   * whole, at most `longestFirstPaintMs`. Absent where it failed, and where the page was out of sight meanwhile.
   */
  readonly firstPaintMs?: number | undefined;
  /** Of the phase `use`: the path of the screen as it stands among the routes. */
  readonly screen?: string | undefined;
  /** Of what failed, and of `threw`: what it was, and where. Shells of the version before send the former one. */
  readonly thrown?: ThrownError | FormerThrownError | undefined;
}

/** An error as it may be reported: nothing of the member's is in it, and nothing that was passed to a function. */
export interface ThrownError {
  /** The path of the screen as it stands among the routes: `/wallet/records/:id`; empty before there is one. */
  readonly screen: string;
  /** `TypeError`; of what did not come, its phase and outcome: `chunk missing`. */
  readonly name: string;
  /** Of what `plainMessage` leaves of the message: the first 16 hexadecimal digits of its SHA-256. */
  readonly digest: string;
  /** From where it was thrown outwards, of our own files alone; at most `mostFrames`. */
  readonly frames: readonly StackFrame[];
}

/** One place in a built file, as browsers count: lines and columns from 1. Both are 0 of a file that did not come. */
export interface StackFrame {
  /** `<feature>/<release>/<file>` */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A page that called itself without end has said enough with them. */
export const mostFrames = 10;

/** What shells of the version before report of an error. */
export interface FormerThrownError {
  /** In the built files: `home.1a2b3c4d.js:1:2345`. */
  readonly place: string;
  readonly screen: string;
  /** By `plainMessage`, with the name in front. */
  readonly message: string;
}

/**
 * What an error says without what may be a member's: figures, addresses, whatever is quoted (but the name of a property)
 * or too long to be a word.
 */
export function plainMessage(message: string): string {
  return message
    .replace(/(?<!\((?:reading|setting) )(["'`])(?:(?!\1).)*\1/g, '…')
    .replace(/\S*(?:@|:\/\/)\S*|\S{32,}/g, '…')
    .replace(/\p{Nd}/gu, '0')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}

/** Where the source map of a built file lies within its release: alongside what is served, and never served itself. */
export const sourceMapOf = (file: string): string => `maps/${file}.map`;

/**
 * What a build adds to a source map as `x_functions`: each function of the built file that has a name there, by where it begins.
 * Positions are those of the built file; lines from 1, columns from 0.
 */
export type BuiltFunction = readonly [
  startLine: number,
  startColumn: number,
  endLine: number,
  endColumn: number,
  nameLine: number,
  nameColumn: number,
  name: string,
];

/** What an entry may take, as it is sent (brotli): it is asked for before anything else of a feature. */
export const entryBudgetBytes = 4_096;
