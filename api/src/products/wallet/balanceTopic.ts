import { markTopic } from '../../governance/change/topics.ts';

/** Its mark changes with every posting on an account of the member. */
export const balanceTopic = markTopic('balances', {
  mark: `coalesce((SELECT sum(seq) FROM account a
                    WHERE a.id >= asked.member * 1000 AND a.id < (asked.member + 1) * 1000), 0)`,
  atPresent: `SELECT account / 1000 AS member, account % 1000 || '=' || max(seq) AS mark FROM posting
               WHERE recorded_at > (SELECT at FROM since) AND account >= 1000 GROUP BY account`,
});
