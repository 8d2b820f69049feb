import { type MaturityOption, type MaturityReason, money, moneyText } from '@trellis/api-contract';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import { type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** So many at a time, in one transaction with that they are shown. */
const batch = 50;

interface UnnotifiedRow {
  readonly id: string;
  readonly stake: string;
  readonly member: string;
  readonly kind: 'started' | 'renewed' | 'unlocked' | 'returned' | 'ended';
  readonly reason: MaturityReason | null;
  readonly amount: string | null;
  /** Of the contract as it stands now. */
  readonly cp: string;
  readonly state: string;
  readonly reward: string;
  readonly matures_on: string | null;
}

interface MaturingRow {
  readonly stake: string;
  readonly member: string;
  readonly cp: string;
  readonly matures_on: string;
  readonly option: MaturityOption | null;
  /** Until then it can be changed. */
  readonly choice_closes_at: Date;
}

const cpText = (minor: string): string => moneyText(money(BigInt(minor), 'CP'));
const usdText = (minor: string): string => moneyText(money(BigInt(minor), 'USD'));
const dayIn = (text: string): UtcDay => utcDayOf(new Date(`${text}T00:00:00Z`));

/**
 * Notifies members what happened to their stakes, and a week and a day before one matures what then happens. Afterwards, and
 * not where it happens: that holds accounts which everybody posts to. What stands in the database is shown once, whenever
 * the process ended in between.
 */
export const stakeNotices = (database: Database, notifier: Notifier): Job => ({
  name: 'stake notices',
  pauseMs: 1_000,
  async run() {
    const reported = await database.inTransaction(() => notifyEvents(database, notifier));
    const reminded = await database.inTransaction(() => remind(database, notifier));
    return reported === batch || reminded === batch;
  },
});

async function notifyEvents(database: Database, notifier: Notifier): Promise<number> {
  const rows = await database.rows<UnnotifiedRow>('SELECT * FROM unnotified_stake_events($1)', [batch]);
  for (const { member, stake, kind, reason, amount, ...now } of rows) {
    const link = { link: linkTo(stake) };
    if (kind === 'unlocked') {
      await notifier.member(member, 'stakeUnlocked', { amount: cpText(now.cp), why: reason ?? '' }, link);
    } else if (kind === 'returned') {
      // All of a contract stands as it stood; profit of one that goes on lies in the balance.
      const name = now.state === 'unlocked' ? 'stakeReturned' : 'stakeProfitReturned';
      await notifier.member(
        member,
        name,
        { amount: name === 'stakeReturned' ? cpText(now.cp) : usdText(amount ?? '0') },
        link,
      );
    } else if (kind === 'ended') await notifier.member(member, 'stakeEnded', { amount: usdText(amount ?? '0') }, link);
    else if (now.matures_on !== null) {
      const figures = {
        amount: cpText(amount ?? now.cp),
        date: dayIn(now.matures_on),
        reward: usdText(now.reward),
      };
      await notifier.member(member, kind === 'started' ? 'stakeStarted' : 'stakeRenewed', figures, link);
    }
  }
  return rows.length;
}

async function remind(database: Database, notifier: Notifier): Promise<number> {
  const rows = await database.rows<MaturingRow>(
    `SELECT m.stake, m.member, m.cp, m.matures_on, m.option, stake_choice_closes_at(s) AS choice_closes_at
       FROM maturing_stakes($1) m JOIN stake s ON s.id = m.stake`,
    [batch],
  );
  for (const { member, stake, cp, matures_on: date, option, choice_closes_at: until } of rows)
    await notifier.member(
      member,
      'stakeMatures',
      { amount: cpText(cp), date: dayIn(date), choice: `${option ?? 0}`, until },
      { link: linkTo(stake) },
    );
  return rows.length;
}

const linkTo = (stake: string): string => `/wallet/stakeDetail?id=${stake}`;
