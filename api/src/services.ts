import { isVerifiable } from './chain/payouts/verifiable.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Log } from './log.ts';
import { Outbox } from './mail/outbox.ts';
import { CodeMails } from './modules/access/codeMails.ts';
import { EmailCodes } from './modules/access/emailCodes.ts';
import { Entry } from './modules/access/entry.ts';
import { LoginFailures } from './modules/access/failures.ts';
import { LogIn } from './modules/access/logIn.ts';
import { Passwords } from './modules/access/passwords.ts';
import { maximumSessions, Sessions } from './modules/access/session.ts';
import { createDeposits } from './modules/deposits/createDeposits.ts';
import { Exchanges } from './modules/exchanges/exchanges.ts';
import { Inquiries } from './modules/inquiries/inquiries.ts';
import { Threads } from './modules/inquiries/threads.ts';
import { MemberRepository } from './modules/members/memberRepository.ts';
import { Registrations } from './modules/members/registration.ts';
import { Notices } from './modules/notices/notices.ts';
import { Actions } from './modules/security/actions.ts';
import { AddressBook } from './modules/security/addressBook.ts';
import { Devices } from './modules/security/devices.ts';
import { EmailChange } from './modules/security/emailChange.ts';
import { Factors } from './modules/security/factors.ts';
import { GoogleBinding } from './modules/security/googleBinding.ts';
import { OldPassword } from './modules/security/oldPassword.ts';
import { PasskeyChallenges } from './modules/security/passkeyChallenges.ts';
import { PasskeyProofs } from './modules/security/passkeyProofs.ts';
import { Passkeys } from './modules/security/passkeys.ts';
import { PasswordChange } from './modules/security/passwordChange.ts';
import { RecoveryCodes } from './modules/security/recoveryCodes.ts';
import { SecretBox } from './modules/security/secretBox.ts';
import { SecurityMail } from './modules/security/securityMail.ts';
import { FactorResetNews } from './modules/support/factorResetNews.ts';
import { FactorResets } from './modules/support/factorResets.ts';
import { Suspensions } from './modules/support/suspensions.ts';
import { Tree } from './modules/team/tree.ts';
import { Terms } from './modules/terms/terms.ts';
import { Transfers } from './modules/transfers/transfers.ts';
import { Balances } from './modules/wallet/balances.ts';
import { Records } from './modules/wallet/records.ts';
import { createWithdrawals } from './modules/withdrawals/createWithdrawals.ts';
import type { Batcher } from './money/batcher.ts';
import { Ledger } from './money/ledger.ts';
import { Limits } from './money/limits.ts';
import { Quotes } from './money/quotes.ts';
import { Rates } from './money/rates.ts';
import { Statements } from './money/statements.ts';

interface ServiceBase {
  readonly config: Config;
  readonly database: Database;
  readonly batcher: Batcher;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the modules do, each made once, from the ledger up. */
export function createServices({ config, database, batcher, clock, log }: ServiceBase) {
  const members = new MemberRepository(database);
  const outbox = new Outbox(database, clock);
  const tree = new Tree(database, clock);
  const passwords = new Passwords();
  const failures = new LoginFailures(database, clock);
  const codes = new EmailCodes(database, clock, config.secrets);
  const ledger = new Ledger(database);
  const limits = new Limits(database);
  const rates = new Rates(database);
  const balances = new Balances(database, clock);
  const threads = new Threads(database);
  const terms = new Terms(database, clock);
  const sessions = new Sessions(database, clock, maximumSessions * config.rateLimitFactor);
  const security = createSecurity({ config, database, clock, outbox, codes, failures, passwords });
  const { factors, devices, securityMail, notices, addressBook } = security;
  return {
    ...security,
    members,
    outbox,
    tree,
    passwords,
    failures,
    codes,
    ledger,
    balances,
    threads,
    terms,
    inquiries: new Inquiries(database, threads, clock),
    sessions,
    codeMails: new CodeMails({ codes, members, outbox, mail: securityMail }),
    entry: new Entry({ database, sessions, factors, devices, notices, mail: securityMail }),
    logIn: new LogIn({ members, passwords, failures, factors, devices }),
    registrations: new Registrations({ database, members, tree, codes, passwords, terms, clock }),
    rates,
    ...createDeposits({ database, clock, chains: config.chains, log, ledger, rates, notices }),
    records: new Records(database, members),
    statements: new Statements(database),
    ...createWithdrawals({
      database,
      clock,
      ledger,
      limits,
      balances,
      rates,
      addressBook,
      notices,
      mail: securityMail,
      isVerifiable: (chain, asset) => isVerifiable(config, chain, asset),
    }),
    exchanges: new Exchanges({ database, ledger, limits, quotes: new Quotes(database, clock), balances, clock }),
    transfers: new Transfers({ database, ledger, batcher, limits, balances, members, tree, clock }),
  };
}

interface SecurityBase {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly codes: EmailCodes;
  readonly failures: LoginFailures;
  readonly passwords: Passwords;
}

/** The parts that keep an account its member's. */
function createSecurity({ config, outbox, ...base }: SecurityBase) {
  const { database, clock, failures, passwords } = base;
  const notices = new Notices(database, clock);
  const securityMail = new SecurityMail(database, outbox);
  const recovery = new RecoveryCodes(database, clock);
  const oldPassword = new OldPassword(database, passwords, failures);
  const common = { ...base, notices, recovery, oldPassword, mail: securityMail };
  const secrets = new SecretBox(config.secrets, 'member google codes');
  const factors = new Factors({ ...common, secrets });
  const challenges = new PasskeyChallenges(database, clock);
  const { publicOrigin } = config;
  const passkeyProofs = new PasskeyProofs({ ...base, challenges, publicOrigin });
  const factorResetNews = new FactorResetNews(database, securityMail, notices);
  return {
    notices,
    memberSecrets: secrets,
    securityMail,
    recovery,
    oldPassword,
    factors,
    devices: new Devices(common),
    actions: new Actions({ ...common, factors, passkeyProofs, enforced: config.secondFactor }),
    passwordChange: new PasswordChange({ ...common, factors }),
    emailChange: new EmailChange(common),
    addressBook: new AddressBook(common),
    passkeyProofs,
    passkeys: new Passkeys({ ...common, challenges, productName: config.productName, publicOrigin }),
    factorResetNews,
    factorResets: new FactorResets({ ...base, news: factorResetNews }),
    suspensions: new Suspensions(common),
    googleBinding: new GoogleBinding({ ...common, secrets, productName: config.productName }),
  };
}
