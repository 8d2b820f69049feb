import { markTopic } from '../../governance/change/topics.ts';

const closedDay = '(SELECT closed_day FROM bonus_calendar)';

/**
 * Its mark changes with whoever joins and whatever is sold below the member, once it is in the index, and with every day that is
 * closed: one sum over the rest of a path for each open page.
 */
export const teamTopic = markTopic('team', {
  mark: `concat_ws(' ', below.people, below.volume, ${closedDay})`,
  joins: 'JOIN team t ON t.node_id = asked.member CROSS JOIN LATERAL team_suffix(t.path, t.pos) below',
  // Of a sale above only those are informed at once who have a posting or a notice by it; all others when their turn comes.
  ofEverybody: closedDay,
});
