import { wallClock } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import { monthAfter, type Statements } from '../../ledger/statements.ts';
import { costlyReads, endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { DepositList } from '../deposits/depositList.ts';
import type { Records } from '../wallet/records.ts';
import type { WithdrawalRepository } from '../withdrawals/withdrawalRepository.ts';
import { movementsAbout } from './movementsAbout.ts';
import { RecordDetails } from './recordDetails.ts';
import { recordsCsv } from './recordsCsv.ts';
import { StatementPdfs } from './statementPdfs.ts';

export interface StatementRouteParts {
  readonly productName: string;
  readonly clock: Clock;
  readonly members: MemberRepository;
  readonly records: Records;
  readonly statements: Statements;
  readonly withdrawalRepository: WithdrawalRepository;
  readonly depositList: DepositList;
}

/** Postings of one account that a PDF shows; all of them are in the CSV. */
const mostMovements = 1_000;

/** Records to keep: one by one, as CSV, and a statement for each month. */
export function statementEndpoints({
  productName,
  clock,
  members,
  records,
  statements,
  withdrawalRepository,
  depositList,
}: StatementRouteParts): MemberEndpoints {
  /** @throws AppError request.not_found for a month before the member's first or after the running one */
  const check = async (memberId: string, month: string, zone: string) => {
    const member = await members.findById(memberId);
    const running = monthOf(clock.now(), zone);
    if (!member || month > running || month < monthOf(member.createdAt, zone)) throw new AppError('request.not_found');
    return { member, running: month === running };
  };
  const pdfs = new StatementPdfs();
  const details = new RecordDetails(records, withdrawalRepository, depositList);
  return [
    endpoint('member', 'getRecord', {
      limit: costlyReads,
      handle: async ({ id }, { member }) => ({ body: await details.one(member.id, id) }),
    }),
    endpoint('member', 'exportRecords', {
      limit: { points: 20, seconds: 600 },
      handle: async ({ timeZone, ...filter }, { member }) => ({
        body: { name: 'records.csv', content: recordsCsv(records.all(member.id, filter), timeZone) },
      }),
    }),
    endpoint('member', 'listStatements', {
      limit: reads,
      async handle({ timeZone = 'UTC' }, { member }) {
        const own = await members.findById(member.id);
        const running = monthOf(clock.now(), timeZone);
        const months = own ? monthsBack(running, monthOf(own.createdAt, timeZone)) : [];
        return { body: { months: months.map((month) => ({ month, running: month === running })), timeZone } };
      },
    }),
    endpoint('member', 'getStatement', {
      limit: { points: 120, seconds: 60, perProcess: true },
      async handle({ month, timeZone = 'UTC' }, { member }) {
        const { running } = await check(member.id, month, timeZone);
        return { body: { month, running, lines: await statements.month(member.id, month, timeZone) } };
      },
    }),
    endpoint('member', 'downloadStatement', {
      limit: { points: 20, seconds: 600 },
      async handle({ month, language, timeZone = 'UTC' }, { member: { id } }) {
        const { member, running } = await check(id, month, timeZone);
        const { username } = member;
        const content = await pdfs.make(id, language, async () => {
          const accounts = [];
          for (const line of await statements.month(id, month, timeZone))
            accounts.push({
              line,
              movements: await movementsAbout(
                records,
                id,
                await statements.movements(id, line, { month, zone: timeZone }, mostMovements),
              ),
            });
          return { productName, username, timeZone, month, running, madeAt: clock.now(), accounts };
        });
        return { body: { name: `statement-${month}.pdf`, content } };
      },
    }),
  ];
}

const monthOf = (time: Date, zone: string): string => wallClock(time, zone).day.slice(0, 7);

/** Months of the calendar from one back to another, both included. */
function monthsBack(from: string, to: string): string[] {
  const months: string[] = [];
  for (let at = from; at >= to; at = monthAfter(at, -1)) months.push(at);
  return months;
}
