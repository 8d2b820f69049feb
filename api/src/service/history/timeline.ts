import type { TimelineKind } from '@trellis/api-contract/operator';
import { fieldError } from '../../ground/errors.ts';
import type { MarkedLine, Marks, TimelineLine, TimelineMember, TimelineSource } from './timelineSources.ts';

export interface TimelinePage {
  readonly lines: TimelineLine[];
  readonly next: string | null;
}

/**
 * A member's history out of many tables, newest first. Each page takes of each the next few below its own mark and merges
 * them by time, so that no page costs more because the history is long.
 * @param kinds which of them
 * @throws AppError field.format if `after` is no page's end
 */
export async function timelinePage(
  sources: readonly TimelineSource[],
  member: TimelineMember,
  { kinds, after, limit }: { kinds: readonly TimelineKind[]; after?: string | undefined; limit: number },
): Promise<TimelinePage> {
  const from = after === undefined ? {} : readCursor(after);
  const wanted = sources.filter(({ kind }) => kinds.includes(kind));
  const pages: MarkedLine[][] = [];
  for (const source of wanted) pages.push(await source.below(member, from, limit + 1));
  const merged = merge(pages);
  const shown = merged.slice(0, limit);
  return {
    lines: shown.map(({ line }) => line),
    next: merged.length > limit ? writeCursor(advance(from, shown)) : null,
  };
}

/**
 * By time, and each source in its own order even where two of its clocks disagree: a line that comes after another of its
 * source counts as no later than that one, or a page would end between them and the next begin behind both.
 */
function merge(pages: readonly (readonly MarkedLine[])[]): MarkedLine[] {
  const placed = pages.flatMap((lines) => {
    const latest = new Map<string, number>();
    return lines.map((line) => {
      const time = Math.min(line.at.getTime(), latest.get(line.source) ?? Number.POSITIVE_INFINITY);
      latest.set(line.source, time);
      return { line, time };
    });
  });
  return placed.sort((one, other) => other.time - one.time).map(({ line }) => line);
}

function advance(from: Marks, shown: readonly MarkedLine[]): Marks {
  const marks: Record<string, string> = { ...from };
  for (const { source, mark } of shown) marks[source] = mark;
  return marks;
}

const writeCursor = (marks: Marks): string =>
  Buffer.from(
    Object.entries(marks)
      .map(([source, mark]) => `${source}.${mark}`)
      .join('_'),
  ).toString('base64url');

/** Marks only ever narrow one member's own rows, so a forged one shows nothing new. */
function readCursor(after: string): Marks {
  const text = Buffer.from(after, 'base64url').toString();
  if (!/^(?:[0-9]{3}|[a-z])\.[0-9]{1,18}(?:_(?:[0-9]{3}|[a-z])\.[0-9]{1,18})*$/.test(text))
    throw fieldError([{ path: 'after', code: 'field.format' }]);
  return Object.fromEntries(text.split('_').map((pair) => pair.split('.') as [string, string]));
}
