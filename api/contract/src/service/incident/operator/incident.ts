/** What is done about an incident: what stops or goes on, what members are notified of it, and who is in or out. */
export const incidentActions = [
  'payouts.freeze',
  'payouts.ask_to_unfreeze',
  'payouts.approve_false_alarm',
  'books.explain',
  'payouts.unfreeze',
  'release.activate',
  'release.rollout',
  'release.rollback',
  'release.off',
  'release.request_on',
  'release.on',
  'release.pin',
  'release.unpin',
  'release.floor',
  'announcement.ask',
  'announcement.approve',
  'announcement.recall',
  'chain.halt',
  'chain.unhalt',
  'operator.suspend',
  // Who may something new: for the day in which they are nobody's second person, everybody sees it.
  'operator.invite',
  'operator.roles',
  'operator.restore',
] as const;
export type IncidentAction = (typeof incidentActions)[number];
