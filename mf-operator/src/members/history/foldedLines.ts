import type { TimelineLine } from '../../api.ts';
import { inRuns, type Run } from '../../frame/inRuns.ts';

/**
 * Folds what comes often and says little one by one: log-ins of one device that follow each other, and what one operator looked
 * at. A log-in of another device, one that was refused, or anything in between, stands for itself.
 */
export const foldedLines = (lines: readonly TimelineLine[]): readonly Run<TimelineLine>[] =>
  inRuns(lines, (line) => {
    if (line.kind === 'look') return `look ${line.by}`;
    const isLogIn = line.kind === 'security' && line.outcome === 'done' && line.event.startsWith('logIn');
    return isLogIn ? `logIn ${line.device}` : undefined;
  });
