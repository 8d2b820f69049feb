import { originalPositionFor, TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import type { BuiltFunction, StackFrame } from '@trellis/api-contract';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { plainName } from './manifest.ts';
import { type Releasable, releasables } from './store.ts';

/** A place in the sources, lines and columns from 1. */
export interface SourcePlace {
  /** As the build names it: `./src/home/Home.tsx` of the release's own workspace. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Of the function that it is in, or of the nearest around it that has a name there; `null` outside of all. */
  readonly functionName: string | null;
}

/** Where source maps are: the releases, here or in the bucket. */
export interface MapSource {
  sourceMap(feature: Releasable, release: string, file: string): Promise<string | undefined>;
}

/** Each takes some megabytes once it is read. */
const mostKept = 8;
/** A map that is not there may come with its release. */
const missingMs = 60_000;

const at = z.int().min(0);
const functionsShape = z.object({
  x_functions: z.array(z.tuple([at, at, at, at, at, at, z.string()])).default([]),
}) satisfies z.ZodType<{ x_functions: readonly BuiltFunction[] }>;

interface Kept {
  readonly map?: TraceMap;
  readonly functions: readonly BuiltFunction[];
}
const nothing: Kept = { functions: [] };

/** Finds the sources of places in built files, for whoever looks: nothing is mapped when a page reports it. */
export class SourceMaps {
  readonly #source: MapSource;
  readonly #kept = new LRUCache<string, Promise<Kept>>({ max: mostKept });

  constructor(source: MapSource) {
    this.#source = source;
  }

  /** @returns `undefined` where there is no map, or it says nothing of that place: a browser may have sent anything */
  async locate({ file, line, column }: StackFrame): Promise<SourcePlace | undefined> {
    if (line < 1 || column < 1 || !file.endsWith('.js')) return undefined;
    const { map, functions } = await this.#read(file);
    if (!map) return undefined;
    const original = originalPositionFor(map, { line, column: column - 1 });
    if (original.source === null) return undefined;
    // The last that begins before a place and ends behind it is the innermost.
    const around = functions.findLast(
      ([startLine, startColumn, endLine, endColumn]) =>
        isBefore(startLine, startColumn, line, column - 1) && isBefore(line, column - 1, endLine, endColumn),
    );
    return {
      ...{ file: original.source, line: original.line, column: original.column + 1 },
      functionName: around ? originalName(map, around) : null,
    };
  }

  #read(path: string): Promise<Kept> {
    const known = this.#kept.get(path);
    if (known) return known;
    const reading = this.#parse(path);
    this.#kept.set(path, reading);
    void reading.then((read) => {
      if (!read.map) this.#kept.set(path, reading, { ttl: missingMs });
    });
    return reading;
  }

  async #parse(path: string): Promise<Kept> {
    const [feature, release = '', file = '', ...deeper] = path.split('/');
    const owner = releasables.find((each) => each === feature);
    const isPlain = [release, file].every((name) => plainName.safeParse(name).success);
    if (!owner || !isPlain || deeper.length > 0) return nothing;
    try {
      const content = await this.#source.sourceMap(owner, release, file);
      if (content === undefined) return nothing;
      const { x_functions: functions } = functionsShape.parse(JSON.parse(content));
      return { map: new TraceMap(content), functions };
    } catch {
      // No map of ours, or none that can be read: operators see the rest all the same.
      return nothing;
    }
  }
}

/** What the map has no name for kept its own. */
function originalName(map: TraceMap, [, , , , line, column, built]: BuiltFunction): string {
  const segment = traceSegment(map, line - 1, column);
  const name = segment?.length === 5 && segment[0] === column ? map.names[segment[4]] : undefined;
  return name ?? built;
}

const isBefore = (line: number, column: number, otherLine: number, otherColumn: number): boolean =>
  line < otherLine || (line === otherLine && column <= otherColumn);
