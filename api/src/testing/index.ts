/**
 * The one door from `tests/` into the API; the linter holds it. Whole-product tests and benchmarks see the product from
 * outside, and take from here what they start it with, look behind its back with, or measure.
 */

export { recordAbout } from '../app/recordAbout.ts';
export { compatibilityCheckOf } from '../delivery/releases/compatibility/verified.ts';
export { builtReleases } from '../delivery/releases/files/built.ts';
export { makeReleaseKey, releaseKeys, ringJson } from '../delivery/releases/files/keys.ts';
export { publishRelease } from '../delivery/releases/files/publishing.ts';
export { signatureFile } from '../delivery/releases/files/signing.ts';
export { ReleaseStore, readManifest } from '../delivery/releases/files/store.ts';
export { ReleaseEvents } from '../delivery/releases/live/events.ts';
export { Releases } from '../delivery/releases/live/releases.ts';
export { smokeLoad } from '../delivery/smoke/smoke.ts';
export { smokePageOf } from '../delivery/smoke/smokePage.ts';
export { writeDocument } from '../delivery/web/document.ts';
export { firstScreen } from '../delivery/web/firstScreen.ts';
export { type Packing, pack } from '../delivery/web/packing.ts';
export type { LiveReleases } from '../delivery/web/registry.ts';
export { markPaths } from '../delivery/web/siteTags.ts';
export { startGuard } from '../delivery/web/startGuard.ts';
export { webTexts } from '../delivery/web/webTexts.ts';
export { demoInvitation, demoPassword, demoRoot } from '../development/demo/team.ts';
export { callOf } from '../development/localChain/testToken.ts';
export { pushJob } from '../governance/notifications/push/pushJob.ts';
export { pushKeysOf } from '../governance/notifications/push/pushKeys.ts';
export { PushOutbox } from '../governance/notifications/push/pushOutbox.ts';
export { Rules } from '../governance/rules/rules.ts';
export { systemClock } from '../ground/clock.ts';
export { createLog } from '../ground/log.ts';
export { SecretBox } from '../identity/credentials/secretBox.ts';
export { MemberRepository } from '../identity/members/memberRepository.ts';
export { OperatorAccounts } from '../identity/operators/accounts.ts';
export { PushSubscriptions } from '../identity/push/pushSubscriptions.ts';
export { accountOf, systemAccount } from '../ledger/accounts.ts';
export { Batcher, batcherConnections } from '../ledger/batcher.ts';
export { type JournalRequest, Ledger, type Leg } from '../ledger/ledger.ts';
export { teamIndexInvariants } from '../ledger/verification/bonusInvariants.ts';
export { checkSeals } from '../ledger/verification/sealCheck.ts';
export { inSnapshot, verifyAll, withVerifier } from '../ledger/verification/verifier.ts';
export { Database, postgresFailure } from '../platform/db/database.ts';
export { Lanes } from '../platform/db/lanes.ts';
export { setLoginPassword } from '../platform/db/makeLogin.ts';
export { migrate } from '../platform/db/migrate.ts';
export { readLockFile } from '../platform/embedded/cluster.ts';
export { InstalledServer, installedPostgres } from '../platform/embedded/installed.ts';
export {
  type EmbeddedPostgres,
  runningApplicationUrl,
  runningPostgresUrl,
  startEmbeddedPostgres,
} from '../platform/embedded/postgres.ts';
export { freePort, isAlive } from '../platform/embedded/processes.ts';
export { Jobs } from '../platform/jobs/loop.ts';
export { mailJobs } from '../platform/mail/mailJob.ts';
export { Outbox } from '../platform/mail/outbox.ts';
export { smtpTransport } from '../platform/mail/transport.ts';
export { closeNextDay } from '../products/bonus/bonusClosing.ts';
export { BonusRuns } from '../products/bonus/bonusRuns.ts';
export { TeamPerformance } from '../products/bonus/performance.ts';
export { releaseBatch, releaseDue } from '../products/packages/packageReleases.ts';
export { maturityBatch } from '../products/stakes/stakeMaturities.ts';
export { Tree } from '../products/team/tree.ts';
export { Records } from '../products/wallet/records.ts';
export { brokenBooks } from './bareNodes.ts';
export {
  type Boundaries,
  boundariesAt,
  dayMs,
  looksLikeDate,
  midnightIn,
  type TurnOfTime,
  turnsOfTime,
  writtenDay,
  writtenMoment,
  writtenMonth,
  writtenUtc,
  type Zone,
  zoneNames,
} from './calendar.ts';
export { type Answer, Client, newKey } from './client.ts';
export { TestWatchers } from './deposits.ts';
export { startMailSink } from './mailSink.ts';
export { newTestPasskey } from './passkey.ts';
export { type Delivered, type PushService, startPushService } from './pushService.ts';
export { Random } from './random.ts';
export { type RawAnswer, rawRequest } from './rawRequest.ts';
export { goodPassword, registration } from './registering.ts';
export { isComplete as isWhole, partOf, randomOf } from './sample.ts';
export { scratchFolder } from './scratch.ts';
export { stakeMaturitiesIn } from './stakeMaturing.ts';
export type { TestBucket } from './testBucket.ts';
export { TestChain } from './testChain.ts';
export { addresses } from './withdrawals.ts';

/** Its server and client are loaded by those who want one. */
export const startTestBucket = async () => (await import('./testBucket.ts')).startTestBucket();
