import { memberActions, money, ownLockCauses } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import { fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { costlyReads, endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import { type EmailCodes, emailKey, memberAsker, newAddressAsker, presentSent } from '../credentials/emailCodes.ts';
import type { MemberCredentials } from '../members/memberCredentials.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import type { OldPassword } from '../members/oldPassword.ts';
import type { Sessions } from '../members/sessions.ts';
import type { Actions, Demand } from './actions.ts';
import type { AddressBook } from './addresses/addressBook.ts';
import { addressEndpoints } from './addresses/addressEndpoints.ts';
import type { EmailChange } from './changes/emailChange.ts';
import type { PasswordChange } from './changes/passwordChange.ts';
import { passwordEndpoints } from './changes/passwordEndpoints.ts';
import { appLockEndpoints } from './devices/appLockEndpoints.ts';
import type { Devices } from './devices/devices.ts';
import { sessionEndpoints } from './devices/sessionEndpoints.ts';
import type { FactorResets } from './factorResets/factorResets.ts';
import type { GoogleBinding } from './google/googleBinding.ts';
import { googleEndpoints } from './google/googleEndpoints.ts';
import type { RecoveryCodes } from './google/recoveryCodes.ts';
import { passkeyEndpoints } from './passkeys/passkeyEndpoints.ts';
import type { PasskeyProofs } from './passkeys/passkeyProofs.ts';
import type { Passkeys } from './passkeys/passkeys.ts';

export interface SecurityParts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly members: MemberRepository;
  readonly memberCredentials: MemberCredentials;
  readonly codes: EmailCodes;
  readonly actions: Actions;
  readonly devices: Devices;
  readonly emailChange: EmailChange;
  readonly googleBinding: GoogleBinding;
  readonly oldPassword: OldPassword;
  readonly addressBook: AddressBook;
  readonly passkeys: Passkeys;
  readonly passkeyProofs: PasskeyProofs;
  readonly passwordChange: PasswordChange;
  readonly recovery: RecoveryCodes;
  readonly notifier: Notifier;
  readonly factorResets: FactorResets;
  readonly rules: Rules;
}

/** What keeps a member's account theirs. */
export const securityEndpoints = (parts: SecurityParts): MemberEndpoints => [
  ...passwordEndpoints(parts),
  ...googleEndpoints(parts),
  ...accountEndpoints(parts),
  ...sessionEndpoints(parts),
  ...appLockEndpoints(parts),
  ...passkeyEndpoints(parts),
  ...addressEndpoints(parts),
];

function accountEndpoints(parts: SecurityParts): MemberEndpoints {
  const { config, codes, actions, members, memberCredentials, emailChange, oldPassword, passkeys, recovery } = parts;
  const { notifier, factorResets, rules } = parts;
  return [
    endpoint('member', 'getSecurity', {
      limit: costlyReads,
      async handle(_input, { member }) {
        const [{ demands, lock }, left, keys, resetAt, own, hours] = await Promise.all([
          actions.demandsOf(member.id),
          recovery.left(member.id),
          passkeys.list(member.id),
          factorResets.earliestOf(member.id),
          members.findById(member.id),
          rules.all('securityLock'),
        ]);
        const lockHours = ownLockCauses.map((cause) => [cause, hours.get(cause)?.hours]);
        const entries = memberActions.map((action) => [action, presentDemand(demands.get(action))]);
        return {
          body: {
            google: { boundAt: own?.googleBoundAt ?? null, recoveryCodesLeft: left },
            passkeys: keys,
            antiPhishingCode: own?.antiPhishingCode ?? null,
            factorReset: resetAt ? { dueAt: resetAt } : null,
            lock: lock ? { until: lock.until, cause: lock.cause } : null,
            lockHours: Object.fromEntries(lockHours) as AnswerOf<'member', 'getSecurity'>['lockHours'],
            actions: Object.fromEntries(entries) as AnswerOf<'member', 'getSecurity'>['actions'],
          },
        };
      },
    }),
    endpoint('member', 'sendActionCode', {
      limit: { points: 20, seconds: 3600 },
      transaction: 'own',
      async handle({ purpose, email }, { member }) {
        if ((purpose === 'newEmail') !== (email !== undefined))
          throw fieldError([{ path: 'email', code: email === undefined ? 'field.required' : 'field.unknown' }]);
        const own = await members.findById(member.id);
        const address = email ?? own?.email ?? '';
        const isOwn = emailKey(address) === emailKey(own?.email ?? '');
        const asker = isOwn ? memberAsker(member.id) : newAddressAsker(member.id);
        const sent = await codes.send(purpose, address, asker, (code) =>
          purpose === 'newEmail'
            ? notifier.mailbox(member.id, address, 'newEmailCode', { code })
            : notifier.member(member.id, `${purpose}Code`, { code }),
        );
        return { status: 202, body: presentSent(sent, address, config) };
      },
    }),
    endpoint('member', 'changeEmail', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'call',
      prepare: ({ email, oldEmailCode, newEmailCode }, caller) =>
        emailChange.change(caller, { email, oldEmailCode, newEmailCode }),
      async handle({ email }, _caller, store) {
        const { until, sessionToken } = await store();
        return { body: { email, lockedUntil: until }, sessionToken };
      },
    }),
    endpoint('member', 'setAntiPhishingCode', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'none',
      async handle({ antiPhishingCode, password }, caller) {
        await oldPassword.check(caller, password, 'password', 'auth.password_incorrect');
        await memberCredentials.setAntiPhishingCode(caller.member.id, antiPhishingCode);
        return { body: {} };
      },
    }),
  ];
}

function presentDemand(demand: Demand | undefined): AnswerOf<'member', 'getSecurity'>['actions']['transfer'] {
  if (!demand) return { factor: 'none', passkey: false, bindFirst: false, lockedUntil: null };
  const { factor, aboveMinor, passkey, bindFirst, lockedUntil } = demand;
  return {
    factor,
    ...(aboveMinor !== undefined && { above: money(aboveMinor, 'USD') }),
    passkey,
    bindFirst,
    lockedUntil: lockedUntil ?? null,
  };
}
