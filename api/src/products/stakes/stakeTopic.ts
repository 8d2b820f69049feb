import { markTopic } from '../../governance/change/topics.ts';

/** Its mark changes with whatever happens to a stake of the member's. */
export const stakeTopic = markTopic('stakes', {
  mark: '(SELECT max(e.id) FROM stake_event e WHERE e.member = asked.member)',
  writtenIn: { table: 'stake_event', member: 'member' },
});
