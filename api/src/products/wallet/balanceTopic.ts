import { markTopic } from '../../governance/change/topics.ts';

/** Its mark changes with every posting on an account of the member. */
export const balanceTopic = markTopic(
  'balances',
  `coalesce((SELECT sum(seq) FROM account a
              WHERE a.id >= asked.member * 1000 AND a.id < (asked.member + 1) * 1000), 0)`,
);
