import { useDates } from '@trellis/kit';

/** When something was, in the reader's own zone; in UTC, as the log and the chain have it, for a pointer that rests there. */
export function Moment({ at }: { at: string }) {
  const { dateTime } = useDates();
  return (
    <time dateTime={at} title={utcText(at)}>
      {dateTime(at)}
    </time>
  );
}

/** A time in UTC, as the log and the chains have it: `2026-03-09 15:04:07 UTC`. */
export const utcText = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;
