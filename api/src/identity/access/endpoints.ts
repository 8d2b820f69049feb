import { invitationPattern } from '@trellis/api-contract';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import { networkOf } from '../../platform/http/origin.ts';
import { browserAsker, type EmailCodes, presentSent } from '../credentials/emailCodes.ts';
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

/** Who has just registered was proven in it. */
const nothingToUse = async (): Promise<void> => undefined;

export function accessEndpoints(parts: AccessParts): MemberEndpoints {
  const { config, sessions, logIn, entry, codes, codeMails, members, registrations, suspensions, passkeys } = parts;
  return [
    endpoint('member', 'getSession', {
      limit: { points: 6_000, seconds: 60, perProcess: true },
      async handle(_input, { member, locked }) {
        if (locked) throw new AppError('auth.session_locked');
        return { body: { member: member ? presentMember(member) : null } };
      },
    }),
    endpoint('member', 'logIn', {
      recorded: ({ username }) => username,
      limit: { points: 60, seconds: 60 },
      transaction: 'own',
      async handle({ username, password, code }, call) {
        const { address, device, userAgent } = call;
        const verified = await logIn.verify({ username, password, code, address, device, userAgent });
        const { member } = verified;
        const { lockMinutes, ...opened } = await entry.open(verified, call);
        return { body: { member: presentMember({ ...member, lockMinutes }) }, about: member.id, ...opened };
      },
    }),
    endpoint('member', 'startPasskeyLogIn', {
      limit: { points: 60, seconds: 60 },
      transaction: 'none',
      handle: async () => ({ body: { options: await passkeys.startLogIn() } }),
    }),
    endpoint('member', 'logInWithPasskey', {
      recorded: true,
      limit: { points: 60, seconds: 60 },
      transaction: 'own',
      async handle({ assertion }, call) {
        const verified = await passkeys.logIn(assertion);
        const { member } = verified;
        const { lockMinutes, ...opened } = await entry.open(verified, call);
        return { body: { member: presentMember({ ...member, lockMinutes }) }, about: member.id, ...opened };
      },
    }),
    endpoint('member', 'logOut', {
      limit: { points: 600, seconds: 60, perProcess: true },
      transaction: 'call',
      async handle(_input, { token, device }) {
        await sessions.logOut({ token, device });
        return { body: {}, sessionToken: null };
      },
    }),
    endpoint('member', 'sendEmailCode', {
      limit: { points: 20, seconds: 3600 },
      transaction: 'own',
      async handle({ purpose, email, language }, { address, device }) {
        // What it asks for is its own, so the browser is given a name first.
        const deviceToken = device ?? newToken();
        const request = { email, language, network: networkOf(address), device: deviceToken };
        const sent = await (purpose === 'register'
          ? codeMails.toRegister(request)
          : codeMails.toResetPassword(request));
        return { status: 202, body: presentSent(sent, email, config), deviceToken };
      },
    }),
    endpoint('member', 'verifyEmailCode', {
      recorded: true,
      limit: { points: 30, seconds: 600 },
      transaction: 'none',
      async handle({ purpose, email, code }, { address, device }) {
        // A ticket for a new password is good in this browser only, so the browser is given a name first.
        const deviceToken = purpose === 'resetPassword' ? (device ?? newToken()) : undefined;
        const { ticket, expiresAt } = await codes.exchangeForTicket(
          purpose,
          email,
          code,
          browserAsker(device, networkOf(address), false),
          deviceToken,
        );
        return {
          body: { ticket, expiresAt },
          ...(deviceToken !== undefined && { deviceToken }),
        };
      },
    }),
    endpoint('member', 'register', {
      recorded: true,
      limit: { points: 30, seconds: 600 },
      transaction: 'own',
      async handle(input, call) {
        const { email, username, invitationCode, side, emailCode, emailTicket, password, language } = input;
        const proof = { code: emailCode, ticket: emailTicket };
        const asker = browserAsker(call.device, networkOf(call.address), false);
        const account = { email, username, invitationCode, side, password, language };
        const id = await registrations.register({ ...account, proof, asker });
        // Theirs has no app lock yet, whoever's the browser was before.
        const { lockMinutes: _, ...opened } = await entry.open({ member: { id }, use: nothingToUse }, call);
        return { status: 201, body: { member: { username, language, suspended: false } }, about: id, ...opened };
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
      limit: reads,
      async handle(_input, { member }) {
        const profile = await members.findById(member.id);
        if (!profile) throw new AppError('request.not_found');
        const { username, email, language, timeZone, invitationCode, createdAt, suspendedAt, googleBoundAt } = profile;
        const memberSince = createdAt;
        const reported = suspendedAt && (await suspensions.reported(member.id, suspendedAt));
        const suspension = reported && { cause: reported.cause, since: reported.since };
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
    endpoint('member', 'setCountry', {
      limit: { points: 10, seconds: 600 },
      transaction: 'none',
      async handle({ country }, { member }) {
        if (!(await members.setFirstCountry(member.id, country))) throw new AppError('member.country_known');
        return { body: {} };
      },
    }),
  ];
}
