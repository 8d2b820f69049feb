import type { Mutant } from './mutant.ts';

/** Stakes: what is promised, what becomes of a contract, and what leaves it. */
const file = 'api/src/products/stakes/stakes.sql';
const service = 'api/src/products/stakes/stakeService.ts';
const endpoints = 'api/src/products/stakes/endpoints.ts';
const first = ['products/stakes/stakeArithmetic', 'products/stakes/stakes.test'];
const jobs = ['products/stakes/stakeMaturities'];
const reported = ['products/stakes/stakeEndpoints'];

export const stakeMutants: readonly Mutant[] = [
  {
    name: 'a stake that reserves nothing',
    harm: 'what is promised of one pool is promised again and again',
    file,
    edits: [{ find: 'v_quote.cost, -v_quote.reward, v_quote.reward);', replace: 'v_quote.cost, 0, 0);' }],
    first,
  },
  {
    name: 'a stake with a reward that nobody has funded',
    harm: 'more is promised than the pool has',
    file,
    edits: [{ find: 'SELECT *, least(full_reward, p_free) AS reward', replace: 'SELECT *, full_reward AS reward' }],
    first,
  },
  {
    name: 'CP for less than they cost',
    harm: 'a contract pays back more than was given for it',
    file,
    edits: [
      {
        find: 'SELECT div(p_cp::numeric * p_numerator + p_denominator - 1, p_denominator)::bigint',
        replace: 'SELECT div(p_cp::numeric * p_numerator, p_denominator)::bigint',
      },
    ],
    first,
  },
  {
    name: 'a thirteenth contract',
    harm: 'a limit that operators set does not hold',
    file,
    edits: [
      {
        find: "WHEN (p_facts ->> 'contracts')::bigint >= (p_terms ->> 'contracts')::bigint THEN",
        replace: 'WHEN false THEN',
      },
    ],
    first,
  },
  {
    name: 'a term that is over a day early',
    harm: 'money leaves before it may',
    file,
    edits: [
      {
        find: "((v_item.contract).state = 'ongoing' AND (v_item.contract).matures_on <= v_today)",
        replace: "((v_item.contract).state = 'ongoing' AND (v_item.contract).matures_on <= v_today + 90)",
      },
    ],
    first,
  },
  {
    name: 'a term that is taken up a day early',
    harm: 'the job meets what is not due, and says so every minute',
    file,
    edits: [
      {
        find: "s.state = 'ongoing' AND s.matures_on <= v_today AND (p_member",
        replace: "s.state = 'ongoing' AND s.matures_on <= v_today + 1 AND (p_member",
      },
    ],
    first: jobs,
  },
  {
    name: 'a choice after its last moment',
    harm: 'a term that is nearly over is decided on by who comes late',
    file,
    edits: [
      {
        find: "IF chosen.state = 'ongoing' AND v_now >= stake_choice_closes_at(chosen) THEN",
        replace: 'IF false THEN',
      },
    ],
    first,
  },
  {
    name: 'all of it while there are USD',
    harm: 'the rule that all USD are withdrawn first does not hold',
    file,
    edits: [
      {
        find: "coalesce(v_obstacle, CASE WHEN p_usd - p_usd_since >= p_withdrawal_minimum THEN 'usd_first' END)",
        replace: 'v_obstacle',
      },
    ],
    first,
  },
  {
    name: 'another term for less than was agreed',
    harm: 'a member is locked for a reward they did not accept',
    file,
    edits: [{ find: "WHEN v_reward < p_stake.accepts_from THEN 'reward' WHEN", replace: 'WHEN' }],
    first,
  },
  {
    name: 'another term where none is sold',
    harm: 'a country that is switched off goes on',
    file,
    edits: [{ find: "CASE WHEN NOT p_open THEN 'closed' WHEN", replace: 'CASE WHEN' }],
    first,
  },
  {
    name: 'another term that nobody chose',
    harm: 'money is locked again by default',
    file,
    edits: [{ find: "CASE WHEN p_stake.option IS NULL THEN 'no_choice'", replace: "CASE WHEN false THEN 'no_choice'" }],
    first,
  },
  {
    name: 'a rejected payout that turns a stake into a balance',
    harm: 'what was doubted can be sent by another way',
    file,
    edits: [
      {
        find: "CASE WHEN p_paid THEN 'ended' ELSE 'unlocked' END",
        replace: "CASE WHEN p_paid THEN 'ended' ELSE 'ended' END",
      },
    ],
    first,
  },
  {
    name: 'a rejected payout that restores nothing',
    harm: 'a contract stands without its CP',
    file,
    edits: [{ find: 'IF NOT v_paid THEN', replace: 'IF false THEN' }],
    first,
  },
  {
    name: 'a payout of a stake within the limits of withdrawals',
    harm: 'what is worth more than a day may withdraw never leaves',
    file,
    edits: [
      {
        find: "account_of(v_stake.member, 'usdPending'), amount, NULL, NULL)",
        replace: "account_of(v_stake.member, 'usdPending'), amount, 'withdrawal', 'USD')",
      },
    ],
    first,
  },
  {
    name: 'a payout of a stake that goes for an ordinary withdrawal',
    harm: 'its end does nothing to the stake, which is paid out again',
    file,
    edits: [{ find: 'SELECT h.stake IS NOT DISTINCT FROM (p_withdrawal).stake AND', replace: 'SELECT' }],
    first,
  },
  {
    name: 'a rate that is worse than was shown',
    harm: 'a member gets fewer CP than they agreed to',
    file: service,
    edits: [{ find: '!== order.shownRate)', replace: "=== '')" }],
    first,
  },
  {
    name: 'a payout that asks for no code',
    harm: 'a stolen session takes all that is staked',
    file: endpoints,
    edits: [{ find: "option === undefined || option === restakeAll ? 'stake' : 'stakePayout';", replace: "'stake';" }],
    first: reported,
  },
  {
    name: 'one stake that keeps all others',
    harm: 'nothing matures any more',
    file: 'api/src/products/stakes/stakeMaturities.ts',
    edits: [
      {
        find: "const rest = await this.#due('to nowhere', memberId);",
        replace: 'const rest: Due[] = []; failures.push(1);',
      },
    ],
    first: jobs,
  },
  {
    name: 'a reminder a day early',
    harm: 'a member is notified of a week that is eight days',
    file,
    edits: [{ find: 'AND s.matures_on <= v_today + 7', replace: 'AND s.matures_on <= v_today + 8' }],
    first: reported,
  },
  {
    name: 'another term of other days',
    harm: 'a member is locked for longer than they chose',
    file,
    edits: [{ find: "WHEN p_stake.accepts_days <> p_term_days THEN 'days'", replace: '' }],
    first,
  },
  {
    name: 'a gift that stops a payout',
    harm: 'who sends 20 USD keeps somebody from their stake',
    file,
    edits: [{ find: 'p_usd - p_usd_since >= p_withdrawal_minimum', replace: 'p_usd >= p_withdrawal_minimum' }],
    first: ['products/shownTerms'],
  },
  {
    name: 'a pool that is given out again',
    harm: 'of two that mature together both have what is there for one',
    file,
    edits: [
      {
        find: "IF v_becomes.outcome LIKE 'renewed%' THEN v_free := v_free - (v_becomes.next).reward; END IF;",
        replace: '',
      },
    ],
    first: jobs,
  },
  {
    name: 'a choice at the last moment that is carried out',
    harm: 'a term that is nearly over is decided on by who comes late',
    file,
    edits: [
      { find: 'WHEN NOT v_at_once AND p_stake.chosen_at >=', replace: 'WHEN NOT v_at_once AND p_stake.chosen_at >' },
    ],
    first,
  },
  {
    name: 'profit sent past a lock',
    harm: 'who has taken over an account has its profit sent to them',
    file,
    edits: [{ find: "WHEN p_locked THEN 'locked' WHEN NOT p_address_usable", replace: 'WHEN NOT p_address_usable' }],
    first,
  },
];
