import { memberActions, money, type Output } from '@trellis/api-contract';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { fieldError } from '../../http/problem.ts';
import { preparedRoute, type Route, route } from '../../http/route.ts';
import type { EmailCodes } from '../access/emailCodes.ts';
import type { Entry } from '../access/entry.ts';
import { presentSent } from '../access/routes.ts';
import type { Sessions } from '../access/session.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import { earliest, type FactorResets } from '../support/factorResets.ts';
import type { Actions, Demand } from './actions.ts';
import type { AddressBook } from './addressBook.ts';
import { addressRoutes } from './addressRoutes.ts';
import type { Devices } from './devices.ts';
import type { EmailChange } from './emailChange.ts';
import type { GoogleBinding } from './googleBinding.ts';
import { googleRoutes } from './googleRoutes.ts';
import type { OldPassword } from './oldPassword.ts';
import type { PasskeyProofs } from './passkeyProofs.ts';
import { passkeyRoutes } from './passkeyRoutes.ts';
import type { Passkeys } from './passkeys.ts';
import type { PasswordChange } from './passwordChange.ts';
import { passwordRoutes } from './passwordRoutes.ts';
import type { RecoveryCodes } from './recoveryCodes.ts';
import type { SecurityMail } from './securityMail.ts';
import { sessionRoutes } from './sessionRoutes.ts';

export interface SecurityParts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly members: MemberRepository;
  readonly codes: EmailCodes;
  readonly actions: Actions;
  readonly devices: Devices;
  readonly emailChange: EmailChange;
  readonly googleBinding: GoogleBinding;
  readonly oldPassword: OldPassword;
  readonly addressBook: AddressBook;
  readonly passkeys: Passkeys;
  readonly passkeyProofs: PasskeyProofs;
  readonly entry: Entry;
  readonly passwordChange: PasswordChange;
  readonly recovery: RecoveryCodes;
  readonly securityMail: SecurityMail;
  readonly factorResets: FactorResets;
}

/** What keeps a member's account theirs. */
export const securityRoutes = (parts: SecurityParts): Route[] => [
  ...passwordRoutes(parts),
  ...googleRoutes(parts),
  ...accountRoutes(parts),
  ...sessionRoutes(parts),
  ...passkeyRoutes(parts),
  ...addressRoutes(parts),
];

function accountRoutes(parts: SecurityParts): Route[] {
  const { config, database, codes, actions, members, emailChange, oldPassword, passkeys, recovery } = parts;
  const { securityMail, factorResets } = parts;
  return [
    route('getSecurity', {
      async handle(_input, { member }) {
        const [{ demands, lock }, left, keys, reset, [own]] = await Promise.all([
          actions.demandsOf(member.id),
          recovery.left(member.id),
          passkeys.list(member.id),
          factorResets.openOf(member.id),
          database.query<{ google_bound_at: Date | null; anti_phishing_code: string | null }>(
            'SELECT google_bound_at, anti_phishing_code FROM member WHERE id = $1',
            [member.id],
          ),
        ]);
        const asked = memberActions.map((action) => [action, presentDemand(demands.get(action))]);
        return {
          body: {
            google: { boundAt: own?.google_bound_at?.toISOString() ?? null, recoveryCodesLeft: left },
            passkeys: keys,
            antiPhishingCode: own?.anti_phishing_code ?? null,
            factorReset: reset ? { dueAt: earliest(reset).toISOString() } : null,
            lock: lock ? { until: lock.until.toISOString(), cause: lock.cause } : null,
            actions: Object.fromEntries(asked) as Output<'getSecurity'>['actions'],
          },
        };
      },
    }),
    route('sendActionCode', {
      limit: { points: 20, seconds: 3600 },
      async handle({ purpose, email }, { member }) {
        if ((purpose === 'newEmail') !== (email !== undefined))
          throw fieldError([{ path: 'email', code: email === undefined ? 'field.required' : 'field.unknown' }]);
        const own = await members.findById(member.id);
        const address = email ?? own?.email ?? '';
        const sent = await codes.send(purpose, address, (code) =>
          purpose === 'newEmail'
            ? securityMail.send(member.id, 'newEmailCode', { code }, address)
            : securityMail.send(member.id, `${purpose}Code`, { code }),
        );
        return { status: 202, body: presentSent(sent, address, config) };
      },
    }),
    preparedRoute('changeEmail', {
      limit: { points: 20, seconds: 600 },
      async prepare({ email, oldEmailCode, newEmailCode }, { member }) {
        const store = await emailChange.change(member.id, { email, oldEmailCode, newEmailCode });
        return async () => ({ body: { email, lockedUntil: (await store()).toISOString() } });
      },
    }),
    route('setAntiPhishingCode', {
      limit: { points: 20, seconds: 600 },
      async handle({ antiPhishingCode, password }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        await database.query('UPDATE member SET anti_phishing_code = $2 WHERE id = $1 RETURNING 1', [
          member.id,
          antiPhishingCode,
        ]);
        return { body: {} };
      },
    }),
  ];
}

function presentDemand(demand: Demand | undefined): Output<'getSecurity'>['actions']['transfer'] {
  if (!demand) return { factor: 'none', passkey: false, bindFirst: false, lockedUntil: null };
  const { factor, aboveMinor, passkey, bindFirst, lockedUntil } = demand;
  return {
    factor,
    ...(aboveMinor !== undefined && { above: money(aboveMinor, 'USD') }),
    passkey,
    bindFirst,
    lockedUntil: lockedUntil?.toISOString() ?? null,
  };
}
