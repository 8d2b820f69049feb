import { parseAmount } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import type { Passwords } from '../../identity/credentials/passwords.ts';
import { newInvitationCode } from '../../identity/members/invitationCode.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Terms } from '../../identity/terms/terms.ts';
import { type AccountId, accountOf, systemAccount } from '../../ledger/accounts.ts';
import { Database } from '../../platform/db/database.ts';
import type { Tree } from '../../products/team/tree.ts';
import type { Transfers } from '../../products/transfers/transfers.ts';
import { demoHash, openingOf } from './openingOf.ts';
import { demoDisplayRates, demoInvitation, demoPassword, demoRoot, demoTeam } from './team.ts';

export interface DemoParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly members: MemberRepository;
  readonly passwords: Passwords;
  readonly terms: Terms;
  readonly transfers: Transfers;
  readonly tree: Tree;
}

/**
 * Makes the demo team in an empty database, with money by real journals: what members hold, custody owes. Every step
 * has a fixed key, so a start that was cut short is completed by the next.
 * @param ownerUrl the database as its owner: the application opens no account with money in it
 */
export async function seedDemo(parts: DemoParts, ownerUrl: string): Promise<void> {
  if (await parts.members.findByUsername(demoTeam.at(-1)?.username ?? demoRoot)) return;
  const owner = new Database({ url: ownerUrl, poolSize: 1 });
  try {
    await makeTeam(parts, owner);
  } finally {
    await owner.close();
  }
}

async function makeTeam(parts: DemoParts, owner: Database): Promise<void> {
  const { database, members, passwords, tree } = parts;
  const passwordHash = await passwords.hash(demoPassword);
  const ids = new Map<string, string>();
  const everyone = [
    { username: demoRoot, sponsor: null, side: 'left', language: 'en', usd: 4200 } as const,
    ...demoTeam,
  ];
  for (const { username, sponsor, side, language, usd } of everyone) {
    const id = await database.inTransaction(async () => {
      const known = await members.findByUsername(username);
      if (known) return known.id;
      const placed = await tree.place(sponsor === null ? null : (ids.get(sponsor) ?? null), side);
      const invitationCode = sponsor === null ? demoInvitation : newInvitationCode();
      const email = `${username}@example.com`;
      await members.create({
        id: placed,
        username,
        email,
        passwordHash,
        language,
        invitationCode,
        createdAt: parts.clock.now(),
      });
      await parts.terms.acceptCurrent(placed);
      return placed;
    });
    ids.set(username, id);
    await openingOf(owner, id, 'usd', [
      { account: accountOf(id, 'usdAvailable'), amountMinor: whole(usd) },
      { account: systemAccount('usdCustody'), amountMinor: -whole(usd) },
    ]);
  }
  await openOtherUnits(owner, ids.get(demoRoot) ?? '');
  await setDisplayRates(owner, parts.clock.now());
  await sendSome(parts, ids);
  while ((await tree.rollUp()) > 0);
}

/** USDP and RP come with the USD that backs them, in their reserve. */
async function openOtherUnits(database: Database, id: string): Promise<void> {
  const backed = async (key: string, account: AccountId, issued: AccountId, reserve: AccountId, amount: number) =>
    openingOf(database, id, key, [
      { account, amountMinor: whole(amount) },
      { account: issued, amountMinor: -whole(amount) },
      { account: reserve, amountMinor: whole(amount) },
      { account: systemAccount('usdCustody'), amountMinor: -whole(amount) },
    ]);
  await openingOf(database, id, 'usdt', [
    { account: accountOf(id, 'usdtAvailable'), amountMinor: whole(200) },
    { account: systemAccount('usdtCustody'), amountMinor: -whole(200) },
  ]);
  await backed('usdp', accountOf(id, 'usdpActive'), systemAccount('usdpIssued'), systemAccount('reserveUsdp'), 300);
  await backed('rp', accountOf(id, 'rpAvailable'), systemAccount('rpIssued'), systemAccount('reserveRp'), 12);
}

/** About what a USD was worth elsewhere when this was written; by the owner, because there are no two operators yet. */
async function setDisplayRates(database: Database, from: Date): Promise<void> {
  await database.rows(
    `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
     SELECT 'displayRate', key, jsonb_build_object('perUsd', rate, 'maximumAgeDays', 60), $1, 'demo', $1, 'demo rate'
       FROM jsonb_each_text($2::jsonb) AS listed (key, rate)
     ON CONFLICT DO NOTHING`,
    [from, JSON.stringify(demoDisplayRates)],
  );
}

const whole = (units: number): bigint => parseAmount(String(units), 'USD') ?? 0n;

/** A few transfers up and down the line, so that records have something to show. */
async function sendSome({ database, transfers }: DemoParts, ids: ReadonlyMap<string, string>): Promise<void> {
  const moves: readonly [from: string, to: string, amount: string][] = [
    ['demo', 'demoleft', '250'],
    ['demoleft', 'demo', '40'],
    ['demo', 'lihua', '120.5'],
    ['emma', 'demo', '75.25'],
    ['hana', 'noah', '10'],
  ];
  for (const [index, [from, to, amount]] of moves.entries()) {
    const key = `demo-transfer-${String(index).padStart(4, '0')}`;
    const order = { senderId: ids.get(from) ?? '', recipientName: to, amount };
    await database.inTransaction(() => transfers.send(order, { key, requestHash: demoHash(key) }));
  }
}
