import type { Mutant } from './mutant.ts';

/** Stakes: what is promised, what becomes of a contract, and what leaves it. */
const file = 'api/src/products/stakes/stakes.sql';
const arithmetic = 'api/src/products/stakes/maturity.ts';
const service = 'api/src/products/stakes/stakeService.ts';
const endpoints = 'api/src/products/stakes/endpoints.ts';
const first = ['products/stakes/stakes.test'];
const jobs = ['products/stakes/stakeMaturities'];
const told = ['products/stakes/stakeEndpoints'];

export const stakeMutants: readonly Mutant[] = [
  {
    name: 'a stake that reserves nothing',
    harm: 'what is promised of one pool is promised again and again',
    file,
    edits: [{ find: 'v_stake.basis, -v_stake.reward, v_stake.reward);', replace: 'v_stake.basis, 0, 0);' }],
    first,
  },
  {
    name: 'a stake with a reward that nobody has funded',
    harm: 'more is promised than the pool has',
    file,
    edits: [
      {
        find: 'AND v_stake.reward = least((SELECT balance FROM account WHERE id = 602),',
        replace: 'AND v_stake.reward <= least(9000000000000,',
      },
    ],
    first,
  },
  {
    name: 'CP for less than they cost',
    harm: 'a contract pays back more than was given for it',
    file,
    edits: [
      {
        find: 'AND v_stake.basis = ceil(v_stake.cp::numeric * v_rate.numerator / v_rate.denominator)',
        replace: 'AND v_stake.basis <= ceil(v_stake.cp::numeric * v_rate.numerator / v_rate.denominator)',
      },
    ],
    first,
  },
  {
    name: 'a thirteenth contract',
    harm: 'a limit that operators set does not hold',
    file,
    edits: [{ find: "AND state <> 'ended') < v_terms.contracts)", replace: "AND state <> 'ended') < 1000)" }],
    first,
  },
  {
    name: 'a term that is over a day early',
    harm: 'money leaves before it may',
    file,
    edits: [
      {
        find: "(v_stake.state = 'ongoing' AND v_stake.matures_on <= v_today)",
        replace: "(v_stake.state = 'ongoing' AND v_stake.matures_on <= v_today + 90)",
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
    name: 'all of it beside USD, in the database',
    harm: 'the rule that all USD are withdrawn first does not hold',
    file,
    edits: [{ find: 'AND v_usd - stake_usd_since(v_stake) < v_minimum AND', replace: 'AND' }],
    first,
  },
  {
    name: 'all of it beside USD, in the arithmetic',
    harm: 'the rule that all USD are withdrawn first does not hold',
    file: arithmetic,
    edits: [
      {
        find: 'if (world.usdAvailable - (world.usdSince ?? 0n) >= terms.withdrawalMinimum)',
        replace: 'if (world.usdAvailable < 0n)',
      },
    ],
    first,
  },
  {
    name: 'another term for less than was agreed',
    harm: 'a member is locked for a reward they did not accept',
    file,
    edits: [{ find: 'AND v_next.reward >= v_stake.accepts_from AND', replace: 'AND' }],
    first,
  },
  {
    name: 'another term where none is sold',
    harm: 'a country that is switched off goes on',
    file,
    edits: [{ find: 'AND v_item.sold', replace: '' }],
    first,
  },
  {
    name: 'another term that nobody chose',
    harm: 'money is locked again by default',
    file,
    edits: [{ find: 'IF (v_stake.option IN (1, 2) AND', replace: 'IF (' }],
    first,
  },
  {
    name: 'a rejected payout that turns a stake into a balance',
    harm: 'what was doubted can be sent by another way',
    file,
    edits: [
      {
        find: "CASE WHEN v_paid THEN 'ended' ELSE 'unlocked' END,",
        replace: "CASE WHEN v_paid THEN 'ended' ELSE 'ended' END,",
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
        find: 'v_stake.member * 1000 + 102, amount, NULL, NULL)',
        replace: "v_stake.member * 1000 + 102, amount, 'withdrawal', 'USD')",
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
    edits: [{ find: "option === undefined || option === 1 ? 'stake' : 'stakePayout';", replace: "'stake';" }],
    first: told,
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
    harm: 'a member is told of a week that is eight days',
    file,
    edits: [{ find: 'AND s.matures_on <= v_today + 7', replace: 'AND s.matures_on <= v_today + 8' }],
    first: told,
  },
  {
    name: 'another term of other days',
    harm: 'a member is locked for longer than they chose',
    file,
    edits: [{ find: 'AND v_terms.term_days = coalesce(v_stake.accepts_days, v_terms.term_days)', replace: '' }],
    first,
  },
  {
    name: 'a gift that stops a payout',
    harm: 'who sends 20 USD keeps somebody from their stake',
    file: arithmetic,
    edits: [{ find: 'world.usdAvailable - (world.usdSince ?? 0n)', replace: 'world.usdAvailable' }],
    first: ['products/shownTerms'],
  },
];
