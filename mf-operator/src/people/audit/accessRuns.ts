import { accessPattern } from '@trellis/api-contract/operator';
import type { AuditEvent } from '../../api.ts';
import { inRuns, type Run } from '../../frame/inRuns.ts';

type Logged = Pick<AuditEvent, 'actor' | 'action' | 'recordedAt'>;

/**
 * Folds what one person looked at within a day, one after the other, into one entry; what changes something stays for itself.
 * @param dayOf the day of a moment on the reader's calendar: an entry names one day, and two times of it
 */
export const foldedAccess = <Row extends Logged>(
  rows: readonly Row[],
  dayOf: (time: string) => string,
): readonly Run<Row>[] =>
  inRuns(rows, ({ actor, action, recordedAt }) =>
    accessPattern.test(action) ? `${actor} ${dayOf(recordedAt)}` : undefined,
  );
