import { money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { actorOf } from '../../governance/audit/actor.ts';
import type { Clock } from '../../ground/clock.ts';
import { utcDayOf } from '../../ground/utcDay.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { type MemberStake, type StakeDetails, StakeDirectory, type StakeDirectoryParts } from './stakeDirectory.ts';
import { presentChoice, presentEvent, presentPayout, presentTerm } from './stakePresenter.ts';
import { choiceClosesAt, maturityOf, rateOfRow } from './stakeRows.ts';

const defaultLimit = 50;

/** Stakes of members: seen by whoever looks after the books; what is paid out of them is decided with the withdrawals. */
export function stakeOperatorEndpoints({
  clock,
  ...parts
}: StakeDirectoryParts & { readonly clock: Clock }): OperatorEndpoints {
  const directory = new StakeDirectory(parts);
  return [
    endpoint('operator', 'listMemberStakes', {
      transaction: 'own',
      async handle({ limit = defaultLimit, ...wanted }, caller) {
        const page = await directory.list({ ...wanted, limit }, actorOf(caller));
        const shown = page.slice(0, limit);
        return {
          body: {
            stakes: shown.map((each) => presentRow(each, clock.now())),
            next: page.length > limit ? (shown.at(-1)?.row.id ?? null) : null,
          },
        };
      },
    }),
    endpoint('operator', 'readStake', {
      transaction: 'own',
      handle: async ({ id }, caller) => ({ body: presentFile(await directory.read(id, actorOf(caller)), clock.now()) }),
    }),
  ];
}

/** @param now days are whole, and the same all day */
function presentRow(
  { row, payouts }: MemberStake,
  now: Date,
): AnswerOf<'operator', 'listMemberStakes'>['stakes'][number] {
  const maturesAt = maturityOf(row);
  return {
    id: row.id,
    username: row.username,
    state: row.state,
    startedAt: row.started_at,
    rate: rateOfRow(row),
    cp: money(BigInt(row.cp), 'CP'),
    basis: money(BigInt(row.basis), 'USD'),
    reward: money(BigInt(row.reward), 'USD'),
    term: row.term,
    startDay: row.start_day,
    maturesOn: row.matures_on,
    remainingDays: maturesAt === undefined ? 0 : Math.max(0, utcDayOf(maturesAt) - utcDayOf(now)),
    choice: presentChoice(row),
    choiceClosesAt: choiceClosesAt(row) ?? null,
    payouts: payouts.map(presentPayout),
  };
}

const presentFile = (
  { terms, events, withdrawals, ...stake }: StakeDetails,
  now: Date,
): AnswerOf<'operator', 'readStake'> => ({
  ...presentRow(stake, now),
  reference: stake.row.begun_by,
  terms: terms.map((term) => ({ ...presentTerm(term), reference: term.reserved_by })),
  events: events.map(presentEvent),
  withdrawals: withdrawals.map(({ amount, createdAt, ...each }) => ({
    ...each,
    amount: money(BigInt(amount), 'USD'),
    createdAt,
  })),
});
