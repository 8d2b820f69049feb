import { invitationPattern } from '@trellis/api-contract';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
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

export function accessRoutes(parts: AccessParts): Route[] {
  const { config, sessions, logIn, entry, codes, codeMails, members, registrations, suspensions, passkeys } = parts;
  return [
    route('getSession', {
      handle: async (_input, { member }) => ({ body: { member: member ? presentMember(member) : null } }),
    }),
    route('logIn', {
      limit: { points: 60, seconds: 60 },
      async handle({ username, password, code }, call) {
        const verified = await logIn.verify({ username, password, code, address: call.address, device: call.device });
        return { body: { member: presentMember(verified.member) }, ...(await entry.open(verified, call)) };
      },
    }),
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
    route('logOut', {
      async handle(_input, { token }) {
        if (token !== undefined) await sessions.revoke(token);
        return { body: {}, sessionToken: null };
      },
    }),
    route('sendEmailCode', {
      limit: { points: 20, seconds: 3600 },
      async handle({ purpose, email, language }) {
        const sent = await (purpose === 'register'
          ? codeMails.toRegister(email, language)
          : codeMails.toResetPassword(email, language));
        return { status: 202, body: presentSent(sent, email, config) };
      },
    }),
    route('verifyEmailCode', {
      limit: { points: 30, seconds: 600 },
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
    route('register', {
      limit: { points: 30, seconds: 600 },
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
    route('getInvitation', {
      limit: { points: 60, seconds: 600 },
      async handle({ code }) {
        const inviter = invitationPattern.test(code) ? await members.findByInvitationCode(code) : undefined;
        if (!inviter || inviter.suspendedAt) throw new AppError('member.invitation_unknown');
        return { body: { code, inviter: inviter.username } };
      },
    }),
    route('getProfile', {
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
    route('savePreferences', {
      limit: { points: 60, seconds: 600 },
      async handle(preferences, { member }) {
        await members.savePreferences(member.id, preferences);
        return { body: {} };
      },
    }),
  ];
}
