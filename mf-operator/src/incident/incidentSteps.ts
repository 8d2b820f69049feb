import type { OutputOf } from '@trellis/api-contract';
import type { IncidentAction } from '@trellis/api-contract/operator';

export type Step = OutputOf<'operator', 'getIncidentLog'>['steps'][number];

/** What each step is called; of a feature, a chain or a colleague with its name. */
export const stepTexts = {
  'payouts.freeze': 'incident.step.freeze',
  'payouts.ask_to_unfreeze': 'incident.step.askUnfreeze',
  'payouts.approve_false_alarm': 'incident.step.approveFalseAlarm',
  'books.explain': 'incident.step.explain',
  'payouts.unfreeze': 'incident.step.unfreeze',
  'release.activate': 'incident.step.activate',
  'release.rollout': 'incident.step.rollOut',
  'release.rollback': 'incident.step.rollBack',
  'release.off': 'incident.step.off',
  'release.request_on': 'incident.step.askOn',
  'release.on': 'incident.step.on',
  'release.pin': 'incident.step.pin',
  'release.unpin': 'incident.step.unpin',
  'release.floor': 'incident.step.floor',
  'announcement.ask': 'incident.step.askNotice',
  'announcement.approve': 'incident.step.notice',
  'announcement.recall': 'incident.step.recall',
  'chain.halt': 'incident.step.halt',
  'chain.unhalt': 'incident.step.unhalt',
  'operator.suspend': 'incident.step.suspend',
} as const satisfies Record<IncidentAction, string>;

/** A line a step, the earliest first, in UTC and by the names of the audit log: what a report begins with. */
export const reportOf = (steps: readonly Step[]): string =>
  [...steps]
    .reverse()
    .map(({ at, by, action, subject, reason }) => `${at} ${action} ${subject} ${by}: ${reason}`)
    .join('\n');
