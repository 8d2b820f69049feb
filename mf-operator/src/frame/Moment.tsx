import { useDates } from '@trellis/kit';
import { utcText } from './utcText.ts';

/** When something was, in the reader's own zone; in UTC, as the log and the chain have it, for a pointer that rests there. */
export function Moment({ at }: { at: string }) {
  const { dateTime } = useDates();
  return (
    <time dateTime={at} title={utcText(at)}>
      {dateTime(at)}
    </time>
  );
}
