import { memberActions, money, type Output } from '@trellis/api-contract';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { AppError, fieldError } from '../../http/problem.ts';
import { preparedRoute, type Route, route } from '../../http/route.ts';
import type { EmailCodes } from '../access/emailCodes.ts';
import type { Entry } from '../access/entry.ts';
import { presentSent } from '../access/routes.ts';
import { presentMember, type Sessions } from '../access/session.ts';
import { tokenDigest } from '../access/sessionToken.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import { earliest, type FactorResets } from '../support/factorResets.ts';
import type { Actions, Demand } from './actions.ts';
import type { AddressBook } from './addressBook.ts';
import { deviceName, networkText } from './deviceNames.ts';
import { type Devices, endSessions } from './devices.ts';
import type { EmailChange } from './emailChange.ts';
import type { GoogleBinding } from './googleBinding.ts';
import type { OldPassword } from './oldPassword.ts';
import type { Passkeys } from './passkeys.ts';
import type { PasswordChange } from './passwordChange.ts';
import type { RecoveryCodes } from './recoveryCodes.ts';
import type { SecurityMail } from './securityMail.ts';

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

function passwordRoutes({ passwordChange, devices }: SecurityParts): Route[] {
  return [
    route('checkPasswordTicket', {
      limit: { points: 60, seconds: 600 },
      async handle({ ticket }, { device }) {
        const { expiresAt, needsCode } = await passwordChange.ticketState(ticket, device);
        return { body: { expiresAt: expiresAt.toISOString(), needsCode } };
      },
    }),
    route('setPassword', {
      limit: { points: 20, seconds: 600 },
      async handle({ ticket, password, code }, { device }) {
        const until = await passwordChange.reset(ticket, device, password, code);
        return { body: { lockedUntil: until.toISOString() }, sessionToken: null };
      },
    }),
    route('freezeAccount', {
      limit: { points: 20, seconds: 600 },
      async handle({ token }) {
        await devices.freeze(token);
        return { body: {}, sessionToken: null };
      },
    }),
    preparedRoute('changePassword', {
      limit: { points: 20, seconds: 600 },
      async prepare({ oldPassword, password }, { member, token }) {
        const store = await passwordChange.change(member.id, oldPassword, password, token);
        return async () => ({ body: { lockedUntil: (await store()).toISOString() } });
      },
    }),
  ];
}

function googleRoutes({ config, googleBinding, oldPassword }: SecurityParts): Route[] {
  return [
    route('startGoogleBinding', {
      limit: { points: 20, seconds: 600 },
      handle: async ({ password, emailCode }, { member }) => ({
        body: {
          ...(await googleBinding.start(member, password, emailCode)),
          ...(config.production ? {} : { authenticator: '/dev/authenticator' }),
        },
      }),
    }),
    route('confirmGoogleBinding', {
      limit: { points: 30, seconds: 600 },
      handle: async ({ code }, { member }) => ({ body: { recoveryCodes: await googleBinding.confirm(member, code) } }),
    }),
    route('finishGoogleBinding', {
      limit: { points: 30, seconds: 600 },
      async handle({ recoveryCode }, { member }) {
        const boundAt = await googleBinding.finish(member, recoveryCode);
        return { body: { boundAt: boundAt.toISOString() } };
      },
    }),
    preparedRoute('unbindGoogle', {
      limit: { points: 20, seconds: 600 },
      async prepare({ password }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        return async () => ({ body: { lockedUntil: (await googleBinding.remove(member)).toISOString() } });
      },
    }),
  ];
}

function addressRoutes({ addressBook }: SecurityParts): Route[] {
  return [
    route('listAddresses', {
      handle: async (_input, { member }) => ({ body: { addresses: await addressBook.list(member.id) } }),
    }),
    preparedRoute('addAddress', {
      limit: { points: 30, seconds: 600 },
      prepare:
        async (entry, { member }) =>
        async () => ({ body: await addressBook.add(member.id, entry) }),
    }),
    route('removeAddress', {
      limit: { points: 60, seconds: 600 },
      async handle({ id }, { member }) {
        await addressBook.remove(member.id, id);
        return { body: {} };
      },
    }),
  ];
}

function passkeyRoutes({ passkeys, oldPassword, entry }: SecurityParts): Route[] {
  return [
    route('startPasskeyLogIn', {
      limit: { points: 60, seconds: 60 },
      handle: async () => ({ body: { options: await passkeys.startLogIn() } }),
    }),
    route('logInWithPasskey', {
      limit: { points: 60, seconds: 60 },
      async handle({ assertion }, call) {
        const member = await passkeys.logIn(assertion);
        return { body: { member: presentMember(member) }, ...(await entry.open({ member, proof: undefined }, call)) };
      },
    }),
    route('startPasskey', {
      limit: { points: 30, seconds: 600 },
      handle: async (_input, { member }) => ({ body: { options: await passkeys.startAdding(member) } }),
    }),
    preparedRoute('addPasskey', {
      limit: { points: 20, seconds: 600 },
      async prepare({ name, password, attestation }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        const store = await passkeys.add(member, name, attestation);
        return async () => ({ body: { passkey: await store() }, status: 201 });
      },
    }),
    route('removePasskey', {
      limit: { points: 30, seconds: 600 },
      async handle({ id, password }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        await passkeys.remove(member.id, id);
        return { body: {} };
      },
    }),
  ];
}

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

function sessionRoutes({ sessions, database, clock }: SecurityParts): Route[] {
  return [
    route('listSessions', {
      async handle(_input, { member, token }) {
        const list = await sessions.list(member.id, token);
        return {
          body: {
            sessions: list.map(({ id, current, userAgent, address, createdAt, seenAt }) => ({
              id,
              current,
              ...deviceName(userAgent),
              network: networkText(address),
              createdAt: createdAt.toISOString(),
              seenAt: seenAt.toISOString(),
            })),
          },
        };
      },
    }),
    route('endSession', {
      limit: { points: 60, seconds: 600 },
      async handle({ id }, { member }) {
        if (!(await sessions.end(member.id, id))) throw new AppError('request.not_found');
        return { body: {} };
      },
    }),
    route('endOtherSessions', {
      limit: { points: 60, seconds: 600 },
      async handle(_input, { member, token }) {
        const own = token === undefined ? undefined : tokenDigest(token);
        return { body: { ended: await endSessions(database, member.id, clock.now(), own) } };
      },
    }),
  ];
}

function presentDemand(demand: Demand | undefined): Output<'getSecurity'>['actions']['transfer'] {
  if (!demand) return { factor: 'none', bindFirst: false, lockedUntil: null };
  const { factor, aboveMinor, bindFirst, lockedUntil } = demand;
  return {
    factor,
    ...(aboveMinor !== undefined && { above: money(aboveMinor, 'USD') }),
    bindFirst,
    lockedUntil: lockedUntil?.toISOString() ?? null,
  };
}
