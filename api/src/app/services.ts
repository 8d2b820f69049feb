import { isVerifiable } from '../chain/config/verifiable.ts';
import { SecurityEvents } from '../governance/audit/securityEvents.ts';
import { Notices } from '../governance/notifications/notices.ts';
import { Notifier } from '../governance/notifications/notifier.ts';
import { pushKeysOf } from '../governance/notifications/push/pushKeys.ts';
import { Rules } from '../governance/rules/rules.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { CodeMails } from '../identity/access/codeMails.ts';
import { Entry } from '../identity/access/entry.ts';
import { LogIn } from '../identity/access/logIn.ts';
import { Registrations } from '../identity/access/registration.ts';
import { EmailCodes } from '../identity/credentials/emailCodes.ts';
import { LoginFailures } from '../identity/credentials/failures.ts';
import { type HashCost, Passwords } from '../identity/credentials/passwords.ts';
import { secretPurposes } from '../identity/credentials/sealedColumns.ts';
import { SecretBox } from '../identity/credentials/secretBox.ts';
import { MemberCodes } from '../identity/members/memberCodes.ts';
import { MemberCredentials } from '../identity/members/memberCredentials.ts';
import { MemberLocks } from '../identity/members/memberLocks.ts';
import { MemberRepository } from '../identity/members/memberRepository.ts';
import { OldPassword } from '../identity/members/oldPassword.ts';
import { ReservedNames } from '../identity/members/reservedNames.ts';
import { maximumSessions, Sessions } from '../identity/members/sessions.ts';
import { SuspensionRepository } from '../identity/members/suspensionRepository.ts';
import { Suspensions } from '../identity/members/suspensions.ts';
import { PushSubscriptions } from '../identity/push/pushSubscriptions.ts';
import { Actions } from '../identity/security/actions.ts';
import { AddressBook } from '../identity/security/addresses/addressBook.ts';
import { EmailChange } from '../identity/security/changes/emailChange.ts';
import { PasswordChange } from '../identity/security/changes/passwordChange.ts';
import { Devices } from '../identity/security/devices/devices.ts';
import { FactorResetNotifier } from '../identity/security/factorResets/factorResetNotifier.ts';
import { FactorResets } from '../identity/security/factorResets/factorResets.ts';
import { Factors } from '../identity/security/google/factors.ts';
import { GoogleBinding } from '../identity/security/google/googleBinding.ts';
import { RecoveryCodes } from '../identity/security/google/recoveryCodes.ts';
import { PasskeyChallenges } from '../identity/security/passkeys/passkeyChallenges.ts';
import { PasskeyProofs } from '../identity/security/passkeys/passkeyProofs.ts';
import { PasskeyRepository } from '../identity/security/passkeys/passkeyRepository.ts';
import { Passkeys } from '../identity/security/passkeys/passkeys.ts';
import { Terms } from '../identity/terms/terms.ts';
import type { Batcher } from '../ledger/batcher.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Limits } from '../ledger/limits.ts';
import type { Past } from '../ledger/past.ts';
import { Rates } from '../ledger/rates.ts';
import { Statements } from '../ledger/statements.ts';
import type { Database } from '../platform/db/database.ts';
import { Outbox } from '../platform/mail/outbox.ts';
import { createDeposits } from '../products/deposits/createDeposits.ts';
import { StakeMaturities } from '../products/stakes/stakeMaturities.ts';
import { valueOfStakes } from '../products/stakes/valueOfStakes.ts';
import { Tree } from '../products/team/tree.ts';
import { Transfers } from '../products/transfers/transfers.ts';
import { BalanceHistory } from '../products/wallet/balanceHistory.ts';
import { Balances } from '../products/wallet/balances.ts';
import { DisplayRates } from '../products/wallet/displayRates.ts';
import { FirstSteps } from '../products/wallet/firstSteps.ts';
import { Records } from '../products/wallet/records.ts';
import { createWithdrawals } from '../products/withdrawals/createWithdrawals.ts';
import { Inquiries } from '../service/inquiries/inquiries.ts';
import { InquiryRepository } from '../service/inquiries/inquiryRepository.ts';
import { Threads } from '../service/inquiries/threads.ts';
import { recordAbout } from './recordAbout.ts';
import type { Settings } from './settings.ts';

interface ServiceBase {
  readonly config: Settings;
  readonly database: Database;
  readonly past: Past;
  readonly batcher: Batcher;
  readonly clock: Clock;
  readonly log: Log;
  readonly hashCost?: HashCost | undefined;
}

/** What several modules use, each made once, from the ledger up; what only its endpoints use, these make. */
export function createServices({ config, database, past, batcher, clock, log, hashCost }: ServiceBase) {
  const members = new MemberRepository(database);
  const outbox = new Outbox(database, clock);
  const tree = new Tree(database);
  const passwords = new Passwords(config.productName, hashCost);
  const failures = new LoginFailures(database, clock);
  const codes = new EmailCodes(database, clock, config.secrets);
  const ledger = new Ledger(database);
  const limits = new Limits(database);
  const rates = new Rates(database);
  const staked = valueOfStakes(database, clock);
  const balances = new Balances(database, clock, staked);
  const statements = new Statements(database, past);
  const inquiryRepository = new InquiryRepository(database);
  const threads = new Threads(database, inquiryRepository);
  const terms = new Terms(database, clock);
  const sessions = new Sessions(database, clock, maximumSessions * config.rateLimitFactor);
  const rules = new Rules(database, clock);
  const security = createSecurity({ config, database, clock, rules, members, codes, failures, passwords, sessions });
  const { factors, devices, notifier, addressBook, memberCredentials } = security;
  const payouts = createWithdrawals({
    database,
    clock,
    rules,
    ledger,
    limits,
    balances,
    rates,
    addressBook,
    notifier,
    isVerifiable: (chain, asset) => isVerifiable(config, chain, asset),
    explorers: config.explorers,
  });
  return {
    ...security,
    securityEvents: new SecurityEvents(database, log),
    rules,
    members,
    outbox,
    tree,
    passwords,
    failures,
    codes,
    ledger,
    limits,
    balances,
    inquiryRepository,
    threads,
    terms,
    inquiries: new Inquiries(database, inquiryRepository, threads, clock),
    sessions,
    pushKeys: pushKeysOf(config.secrets),
    pushSubscriptions: new PushSubscriptions(database, clock),
    codeMails: new CodeMails({ codes, members, devices, notifier }),
    entry: new Entry({ database, sessions, devices, notifier }),
    logIn: new LogIn({ members, memberCredentials, passwords, failures, factors, devices }),
    registrations: new Registrations({
      database,
      members,
      tree,
      codes,
      passwords,
      terms,
      clock,
      reservedNames: new ReservedNames(config.productName),
    }),
    rates,
    ...createDeposits({
      database,
      clock,
      chains: config.chains,
      explorers: config.explorers,
      log,
      ledger,
      rates,
      notifier,
    }),
    balanceHistory: new BalanceHistory(statements, clock, staked, members),
    displayRates: new DisplayRates(rules, clock),
    firstSteps: new FirstSteps(database, rules),
    records: new Records(database, recordAbout, undefined, past),
    statements,
    ...payouts,
    stakeMaturities: new StakeMaturities({ database, ...payouts }),
    transfers: new Transfers({ database, ledger, batcher, limits, balances, members, tree, clock }),
  };
}

interface SecurityBase {
  readonly config: Settings;
  readonly database: Database;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly members: MemberRepository;
  readonly codes: EmailCodes;
  readonly failures: LoginFailures;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
}

/** The parts that keep an account its member's. */
function createSecurity({ config, ...base }: SecurityBase) {
  const { database, clock, failures, members, passwords } = base;
  const notices = new Notices(database, clock);
  const notifier = new Notifier(database, clock);
  const recovery = new RecoveryCodes(database, clock, passwords);
  const oldPassword = new OldPassword(members, passwords, failures);
  const memberCodes = new MemberCodes(database);
  const memberCredentials = new MemberCredentials(database);
  const memberLocks = new MemberLocks(database);
  const passkeyRepository = new PasskeyRepository(database);
  const suspensionRepository = new SuspensionRepository(database);
  const common = {
    ...base,
    memberCodes,
    memberCredentials,
    memberLocks,
    passkeyRepository,
    recovery,
    oldPassword,
    notifier,
  };
  const secrets = new SecretBox(config.secrets, secretPurposes.memberGoogle);
  const devices = new Devices(common);
  const factors = new Factors({ ...common, secrets, devices });
  const challenges = new PasskeyChallenges(database, clock);
  const { publicOrigin } = config;
  const passkeyProofs = new PasskeyProofs({ clock, passkeyRepository, challenges, publicOrigin });
  const factorResetNotifier = new FactorResetNotifier(database, notifier);
  return {
    notices,
    memberCredentials,
    memberSecrets: secrets,
    notifier,
    recovery,
    oldPassword,
    factors,
    devices,
    actions: new Actions({ ...common, factors, passkeyProofs, enforced: config.secondFactor }),
    passwordChange: new PasswordChange({ ...common, factors }),
    emailChange: new EmailChange(common),
    addressBook: new AddressBook(common),
    passkeyProofs,
    passkeys: new Passkeys({ ...common, challenges, productName: config.productName, publicOrigin }),
    factorResetNotifier,
    factorResets: new FactorResets({ ...common, resetNotifier: factorResetNotifier }),
    suspensionRepository,
    suspensions: new Suspensions({ ...common, suspensionRepository }),
    googleBinding: new GoogleBinding({ ...common, secrets, productName: config.productName }),
  };
}

export type Services = ReturnType<typeof createServices>;
