import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Rules } from '../../governance/rules/rules.ts';
import { memberAccountIds } from '../../ledger/accounts.ts';
import type { Database } from '../../platform/db/database.ts';

type Steps = AnswerOf<'member', 'getFirstSteps'>;

/** What a new member has done of what makes a wallet safe and useful. */
export class FirstSteps {
  readonly #database: Database;
  readonly #rules: Rules;

  constructor(database: Database, rules: Rules) {
    this.#database = database;
    this.#rules = rules;
  }

  /** One statement, however much a member has: whether there is any, never how many. */
  async read(memberId: string): Promise<Steps> {
    const [done, { waitHours }] = await Promise.all([
      this.#database.one<Omit<Steps, 'addressWaitHours'>>(
        `SELECT m.google_bound_at IS NOT NULL AS secured,
                EXISTS (SELECT FROM account a WHERE a.id = ANY ($2::bigint[]) AND a.seq > 0) AS funded,
                EXISTS (SELECT FROM book_address b WHERE b.member_id = m.id AND b.removed_at IS NULL) AS "payoutAddress",
                EXISTS (SELECT FROM tree_node n WHERE n.sponsor_id = m.id) AS invited
           FROM member m WHERE m.id = $1`,
        [memberId, memberAccountIds(memberId)],
      ),
      this.#rules.at('addressBook'),
    ]);
    if (!done) throw new Error(`no member ${memberId}`);
    return { ...done, addressWaitHours: waitHours };
  }
}
