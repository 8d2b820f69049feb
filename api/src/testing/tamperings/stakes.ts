import { hana, recordedAt, type Tamperings } from '../tampering.ts';

const promises = 'what is committed is what is promised and not yet paid';
const principal = 'the CP of each member are those of their contracts';
const reserve = 'reserve:CP is what the CP of all contracts cost, each at its own rate';
const journals = 'the journals of a contract leave what it has: its CP, their reserve and its promise';
const reserved = 'the reward of each term was reserved in its own journal, from the pool';
const terms = 'the terms of a contract follow each other, none earns more than it may, and it stands in its last';
const early = 'nothing leaves a contract before its term is over';
const applied = 'what is applied for is one open withdrawal of the contract, for its sum, and the other way round';

const today = `(now() AT TIME ZONE 'UTC')::date`;
/** Of a thousand USD at one each, begun today by a journal that is not there. */
const aStake = (state: string, reward: number, payout = 0): string =>
  `INSERT INTO stake (id, member, rate, rate_numerator, rate_denominator, started_at, begun_by, state, cp, basis, reward, term,
                      start_day, matures_on, choice_closes, payout)
     SELECT gen_random_uuid(), ${hana}, (SELECT max(id) FROM market_rate WHERE pair = 4), 1, 1, now(), gen_random_uuid(), '${state}',
            1000000000, 1000000000, ${reward}, 1, ${today}, ${state === 'ongoing' ? `${today} + 90` : 'NULL'}, '1 hour', ${payout}`;
/** Of that contract. */
const aTerm = (term: number, reward: number, startsIn = 0): string =>
  `INSERT INTO stake_term (stake, term, cp, basis, reward, apr_ppm, start_day, matures_on, reserved_by)
     SELECT id, ${term}, cp, basis, ${reward}, 40000, ${today} + ${startsIn}, ${today} + ${startsIn + 90}, begun_by FROM stake`;
const gone = ['DELETE FROM stake_term', 'DELETE FROM stake'];
const profit = '00000000-0000-7000-8000-000000000007';

/** What stakes have to show. */
export const stakeTamperings: Tamperings = {
  'a contract that nobody paid for': {
    red: [promises, principal, reserve, journals, reserved],
    does: [aStake('ongoing', 1), aTerm(1, 1)],
    undoes: gone,
  },
  'a term that nobody agreed to, before the one before it is over': {
    red: [journals, reserved, terms],
    does: [aStake('ended', 0), aTerm(1, 0), aTerm(2, 0, 89).replace('begun_by', 'NULL')],
    undoes: gone,
  },
  'a term that earns more than it may': {
    red: [journals, reserved, terms],
    // A thousand at 4 % for 90 days of 365 are 9.863013.
    does: [aStake('ended', 9_863_014), aTerm(1, 9_863_014)],
    undoes: gone,
  },
  'a contract without its term': { red: [journals, terms], does: [aStake('ended', 0)], undoes: gone },
  'profit that left before its day': {
    red: [reserved, early],
    does: [
      aStake('ended', 0),
      aTerm(1, 0),
      `INSERT INTO journal SELECT ${hana}, 'early', '${profit}', '\\x00', 'stake_profit', jsonb_build_object('stake', id, 'term', '1'), now() FROM stake`,
      'UPDATE account SET balance = balance - 1, seq = seq + 1 WHERE id = 201',
      'UPDATE account SET balance = balance + 1, seq = seq + 1 WHERE id = 501',
      `INSERT INTO posting SELECT id, seq, '${profit}', CASE id WHEN 201 THEN -1 ELSE 1 END, balance, ${recordedAt(profit)}
         FROM account WHERE id IN (201, 501)`,
    ],
    undoes: [
      `DELETE FROM posting WHERE journal = '${profit}'`,
      `DELETE FROM journal WHERE id = '${profit}'`,
      'UPDATE account SET balance = balance + 1, seq = seq - 1 WHERE id = 201',
      'UPDATE account SET balance = balance - 1, seq = seq - 1 WHERE id = 501',
      ...gone,
    ],
  },
  'a payout that is applied for and waits nowhere': {
    red: [journals, reserved, applied],
    does: [aStake('applied', 0, 5), aTerm(1, 0)],
    undoes: gone,
  },
};
