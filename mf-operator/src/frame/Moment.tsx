import { useDates } from '@trellis/kit';

/** When something was, in the reader's own zone; in UTC, as the log and the chain have it, for a pointer that rests there. */
export function Moment({ at }: { at: string }) {
  const { dateTime } = useDates();
  return (
    <time dateTime={at} title={`${at.slice(0, 19).replace('T', ' ')} UTC`}>
      {dateTime(at)}
    </time>
  );
}
