import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a case of the corpus must lead to; the classes are explained in the corpus itself. */
export type Expectation =
  | 'accept'
  | 'normalise'
  | 'reject_type'
  | 'reject_format'
  | 'reject_range'
  | 'reject_business'
  | 'reject_auth'
  | 'reject_http';

export interface CorpusCase {
  readonly id: string;
  readonly value: unknown;
  readonly expect: Expectation;
  readonly why: string;
}

export interface HttpCase {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly expect: Expectation;
  readonly why: string;
}

interface Corpus {
  readonly fields: Readonly<Record<string, { readonly cases: readonly CorpusCase[] }>>;
  readonly http: { readonly cases: readonly HttpCase[] };
}

/** `$absent`: the field is left out. */
export const absent = Symbol('absent');

const corpus = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../tests/vectors/bad-inputs.json'), 'utf8'),
) as Corpus;

/** Cases of one field with their directives expanded; those that only a running test can compute are left out. */
export function casesOf(field: string): CorpusCase[] {
  const result = corpus.fields[field];
  if (!result) throw new Error(`the corpus has no field ${field}`);
  return result.cases
    .filter(({ value }) => directive(value)?.name !== '$dynamic')
    .map((entry) => ({ ...entry, value: expand(entry.value) }));
}

/** Whole requests, as they are: a header or body may be a directive for `expand`. */
export const httpCases: readonly HttpCase[] = corpus.http.cases;

/** Replaces a directive by what it stands for; any other value is passed on. */
export function expand(value: unknown): unknown {
  const result = directive(value);
  switch (result?.name) {
    case '$absent':
      return absent;
    case '$repeat': {
      const [text, times] = result.argument as [string, number];
      return text.repeat(times);
    }
    case '$concat':
      return (result.argument as unknown[]).map((part) => String(expand(part))).join('');
    case '$hex':
      return Buffer.from(String(result.argument), 'hex');
    case '$gzip':
      return gzipSync(String(expand(result.argument)));
    default:
      return value;
  }
}

const directives = new Set(['$absent', '$repeat', '$concat', '$hex', '$gzip', '$dynamic']);

function directive(value: unknown): { name: string; argument: unknown } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const [entry, second] = Object.entries(value);
  return entry && !second && directives.has(entry[0]) ? { name: entry[0], argument: entry[1] } : undefined;
}
