import { invitationPattern } from '@trellis/api-contract';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import { type EmailCodes, presentSent } from '../credentials/emailCodes.ts';
import { newToken } from '../credentials/sessionToken.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import { presentMember, type Sessions } from '../members/sessions.ts';
import type { Suspensions } from '../members/suspensions.ts';
import type { Passkeys } from '../security/passkeys/passkeys.ts';
import type { CodeMails } from './codeMails.ts';
import type { Entry } from './entry.ts';
import type { LogIn } from './logIn.ts';
import type { Registrations } from './registration.ts';

export interface AccessParts {
  readonly config: Config;
  readonly sessions: Sessions;
  readonly logIn: LogIn;
  readonly entry: Entry;
  readonly codes: EmailCodes;
  readonly codeMails: CodeMails;
  readonly members: MemberRepository;
  readonly registrations: Registrations;
  readonly suspensions: Suspensions;
  readonly passkeys: Passkeys;
}

export function accessEndpoints(parts: AccessParts): MemberEndpoints {
  const { config, sessions, logIn, entry, codes, codeMails, members, registrations, suspensions, passkeys } = parts;
  return [
    endpoint('member', 'getSession', {
      handle: async (_input, { member }) => ({ body: { member: member ? presentMember(member) : null } }),
    }),
    endpoint('member', 'logIn', {
      limit: { points: 60, seconds: 60 },
      transaction: 'own',
      async handle({ username, password, code }, call) {
        const verified = await logIn.verify({ username, password, code, address: call.address, device: call.device });
        return { body: { member: presentMember(verified.member) }, ...(await entry.open(verified, call)) };
      },
    }),
    endpoint('member', 'startPasskeyLogIn', {
      limit: { points: 60, seconds: 60 },
      transaction: 'none',
      handle: async () => ({ body: { options: await passkeys.startLogIn() } }),
    }),
    endpoint('member', 'logInWithPasskey', {
      limit: { points: 60, seconds: 60 },
      transaction: 'own',
      async handle({ assertion }, call) {
        const member = await passkeys.logIn(assertion);
        return { body: { member: presentMember(member) }, ...(await entry.open({ member, proof: undefined }, call)) };
      },
    }),
    endpoint('member', 'logOut', {
      transaction: 'none',
      async handle(_input, { token }) {
        if (token !== undefined) await sessions.revoke(token);
        return { body: {}, sessionToken: null };
      },
    }),
    endpoint('member', 'sendEmailCode', {
      limit: { points: 20, seconds: 3600 },
      transaction: 'own',
      async handle({ purpose, email, language }) {
        const sent = await (purpose === 'register'
          ? codeMails.toRegister(email, language)
          : codeMails.toResetPassword(email, language));
        return { status: 202, body: presentSent(sent, email, config) };
      },
    }),
    endpoint('member', 'verifyEmailCode', {
      limit: { points: 30, seconds: 600 },
      transaction: 'none',
      async handle({ purpose, email, code }, { device }) {
        // A ticket for a new password is good in this browser only, so the browser is given a name first.
        const deviceToken = purpose === 'resetPassword' ? (device ?? newToken()) : undefined;
        const { ticket, expiresAt } = await codes.exchangeForTicket(purpose, email, code, deviceToken);
        return {
          body: { ticket, expiresAt: expiresAt.toISOString() },
          ...(deviceToken !== undefined && { deviceToken }),
        };
      },
    }),
    endpoint('member', 'register', {
      limit: { points: 30, seconds: 600 },
      transaction: 'own',
      async handle(input, call) {
        const { email, username, invitationCode, side, emailCode, emailTicket, password, language } = input;
        const proof = { code: emailCode, ticket: emailTicket };
        const id = await registrations.register({ email, username, invitationCode, side, proof, password, language });
        return {
          status: 201,
          body: { member: { username, language, suspended: false } },
          ...(await entry.open({ member: { id }, proof: undefined }, call)),
        };
      },
    }),
    endpoint('member', 'getInvitation', {
      limit: { points: 60, seconds: 600 },

      async handle({ code }) {
        const inviter = invitationPattern.test(code) ? await members.findByInvitationCode(code) : undefined;
        if (!inviter || inviter.suspendedAt) throw new AppError('member.invitation_unknown');
        return { body: { code, inviter: inviter.username } };
      },
    }),
    endpoint('member', 'getProfile', {
      async handle(_input, { member }) {
        const profile = await members.findById(member.id);
        if (!profile) throw new AppError('request.not_found');
        const { username, email, language, timeZone, invitationCode, createdAt, suspendedAt, googleBoundAt } = profile;
        const memberSince = createdAt.toISOString();
        const told = suspendedAt && (await suspensions.told(member.id, suspendedAt));
        const suspension = told && { cause: told.cause, since: told.since.toISOString() };
        const suspended = suspension !== null;
        const account = { username, email, language, timeZone, memberSince, invitationCode };
        return { body: { ...account, googleBound: googleBoundAt !== null, suspended, suspension } };
      },
    }),
    endpoint('member', 'savePreferences', {
      limit: { points: 60, seconds: 600 },
      transaction: 'none',
      async handle(preferences, { member }) {
        await members.savePreferences(member.id, preferences);
        return { body: {} };
      },
    }),
  ];
}
