import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Answered, type Balances, examine, query, type Verdict } from '../kill/evidence.ts';
import { projectRoot } from '../support/product.ts';
import type { Book, Payment } from './book.ts';

/** What was examined, how much of it there was, and each fault in words. */
export interface Proof extends Verdict {
  readonly figures: Readonly<Record<string, number>>;
}

export interface ProofParts {
  readonly ownerUrl: string;
  readonly book: Book;
  readonly opening: Balances;
  /** Of the chain that runs: of others before it nobody can say any more what arrived. */
  readonly token: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Holds everything that anybody was shown against what the database has. */
export async function prove({ ownerUrl, book, opening, token, env }: ProofParts): Promise<Proof> {
  const deposits = await depositsIn(ownerUrl);
  const faults = [...book.faults];
  const isHere = (payment: Payment): boolean => payment.token === token;
  const expected = new Map(opening);
  for (const { username, usd } of deposits)
    expected.set(`${username} USD`, (expected.get(`${username} USD`) ?? 0n) + BigInt(usd));
  const paid = new Map(book.payments.map((payment) => [payment.transaction, payment]));
  for (const { transaction, username, usd, journals } of deposits) {
    const payment = paid.get(transaction);
    if (payment && (payment.username !== username || usd !== minorOf(payment.amount) || journals !== 1))
      faults.push(
        `${payment.amount} to ${payment.username} (${transaction}) is ${usd} of ${username}, ${journals} times`,
      );
  }
  const credited = deposits.map(({ transaction }) => transaction);
  const missing = book.payments.filter(isHere).filter(({ transaction }) => !credited.includes(transaction));
  for (const { transaction, amount, username } of missing)
    faults.push(`${amount} to ${username} (${transaction}) never came`);
  const doubles = credited.filter((transaction, index) => credited.indexOf(transaction) !== index);
  // The last payment of a run that was cut short may not be in the book.
  const invented = deposits.filter((deposit) => deposit.token === token && !paid.has(deposit.transaction));
  for (const transaction of doubles) faults.push(`the deposit ${transaction} is there twice`);
  for (const { transaction } of invented) faults.push(`nobody paid ${transaction}`);

  const verdict = await examine(ownerUrl, expected, answeredOf(book));
  const mails = await provenMails(ownerUrl, book);
  const verified = await verify(env);
  return {
    lost: verdict.lost + missing.length + mails.lost,
    doubled: verdict.doubled + doubles.length + invented.length + mails.doubled,
    faults: [...faults, ...verdict.faults, ...mails.faults, ...verified.faults],
    figures: { deposits: deposits.length, ...mails.figures, ...verified.figures },
  };
}

/**
 * What took a withdrawal back and is refused later on was done all the same, and its first answer was lost: nobody else
 * takes one back here. What it gave back is what the withdrawal took.
 */
function answeredOf({ answered }: Book): Answered[] {
  const withdrawals = new Map(
    answered
      .filter(({ order, final }) => order.path === '/api/v1/withdrawals' && final.status === 201)
      .map(({ final }) => [(JSON.parse(final.text) as { id: string }).id, final.text]),
  );
  return answered.map(({ order, final }) => {
    const [, id = ''] = /\/withdrawals\/(.+)\/cancellation$/.exec(order.path) ?? [];
    const text = withdrawals.get(id);
    const isDone = final.text.includes('withdrawal.not_cancellable');
    return text !== undefined && isDone ? { order, final: { ...final, status: 200, text } } : { order, final };
  });
}

const minorOf = (amount: string): string => `${amount}000000`;

interface CreditedDeposit {
  readonly transaction: string;
  readonly token: string;
  readonly username: string;
  readonly usd: string;
  readonly journals: number;
}

const depositsIn = (ownerUrl: string): Promise<CreditedDeposit[]> =>
  query(
    ownerUrl,
    `SELECT '0x' || encode(d.transaction, 'hex') AS transaction, '0x' || encode(d.token, 'hex') AS token, m.username,
            coalesce(sum(p.amount), 0)::text AS usd, count(p.journal)::integer AS journals
       FROM deposit_transfer d JOIN member m ON m.id = d.member_id
       LEFT JOIN posting p ON p.journal = d.journal AND p.account = m.id * 1000 + 101
      WHERE d.state = 'credited' GROUP BY d.id, d.transaction, d.token, m.username`,
  );

/** How many payments of this chain are credited. */
export const creditedOf = async (ownerUrl: string, token: string): Promise<number> =>
  (await depositsIn(ownerUrl)).filter((deposit) => deposit.token === token).length;

interface MailRow {
  readonly recipient: string;
  readonly rows: number;
  readonly sent: number;
  readonly expired: number;
  readonly attempts: number;
}

/** A code that was promised arrives unless its time was over; a mail arrives more often than once only where a try was cut short. */
async function provenMails(ownerUrl: string, { requests, mails }: Book) {
  const rows = await query<MailRow>(
    ownerUrl,
    `SELECT recipient, count(*)::integer AS rows, count(sent_at)::integer AS sent, count(dead_at)::integer AS expired,
            sum(attempts)::integer AS attempts
       FROM outbox_mail WHERE recipient LIKE 'storm-%' GROUP BY recipient`,
  );
  const byRecipient = new Map(rows.map((row) => [row.recipient, row]));
  const taken = Map.groupBy(mails, ({ recipient }) => recipient);
  const faults: string[] = [];
  let [lost, doubled, again] = [0, 0, 0];
  for (const { recipient, tries } of requests) {
    const arrived = taken.get(recipient) ?? [];
    const codes = new Set(arrived.map(({ code }) => code)).size;
    // What was sent is forgotten after a month.
    const row = byRecipient.get(recipient) ?? { rows: codes, sent: codes, expired: 0, attempts: arrived.length };
    if (codes > arrived.length || codes < row.sent || (codes === 0 && row.expired === 0)) {
      lost += 1;
      faults.push(`of ${row.sent} codes for ${recipient} ${codes} arrived`);
    }
    if (row.rows > tries || codes > row.rows || arrived.length > row.attempts) {
      doubled += 1;
      faults.push(
        `${arrived.length} mails with ${codes} codes for ${recipient}: ${tries} requests, ${row.attempts} tries`,
      );
    }
    if (arrived.length > codes) again += 1;
  }
  const expired = rows.reduce((sum, row) => sum + row.expired, 0);
  const figures = {
    codesRequested: requests.length,
    mailsTaken: mails.length,
    codesExpired: expired,
    mailsSentAgain: again,
  };
  return { lost, doubled, faults, figures };
}

/** `npm run verify -- --seals`. */
async function verify(env: Readonly<Record<string, string>>) {
  const file = 'api/src/ledger/verification/verify.ts';
  const { stdout, failed } = await promisify(execFile)(process.execPath, [file, '--seals'], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
  }).then(
    ({ stdout }) => ({ stdout, failed: false }),
    (error: { stdout: string; stderr: string }) => ({ stdout: `${error.stdout}\n${error.stderr}`, failed: true }),
  );
  const lines = stdout.split('\n');
  const [, seals = 0, journals = 0] = /All (\d+) seals cover (\d+) journals/.exec(stdout) ?? [];
  return {
    faults: failed ? lines.filter((line) => line.trim() !== '' && !line.startsWith('ok')) : [],
    figures: {
      invariants: lines.filter((line) => line.startsWith('ok')).length,
      seals: Number(seals),
      journalsSealed: Number(journals),
    },
  };
}
