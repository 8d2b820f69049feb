import { invitationPattern } from '@trellis/api-contract';
import type { Config } from '../../config.ts';
import { AppError } from '../../http/problem.ts';
import { type Route, route } from '../../http/route.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import type { Registrations } from '../members/registration.ts';
import type { EmailCodes } from './emailCodes.ts';
import type { LogIn } from './logIn.ts';
import { presentMember, type Sessions } from './session.ts';

export interface AccessParts {
  readonly config: Config;
  readonly sessions: Sessions;
  readonly logIn: LogIn;
  readonly codes: EmailCodes;
  readonly members: MemberRepository;
  readonly registrations: Registrations;
}

export function accessRoutes({ config, sessions, logIn, codes, members, registrations }: AccessParts): Route[] {
  return [
    route('getSession', {
      handle: async (_input, { member }) => ({ body: { member: member ? presentMember(member) : null } }),
    }),
    route('logIn', {
      limit: { points: 60, seconds: 60 },
      async handle({ username, password }, { address, userAgent, token }) {
        const member = await logIn.verify(username, password, address);
        // A new token at every log-in: one that was planted before is worth nothing.
        if (token !== undefined) await sessions.revoke(token);
        return { body: { member: presentMember(member) }, sessionToken: await sessions.open(member.id, userAgent) };
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
        const sent = await codes.send(purpose, email, language);
        return {
          status: 202,
          body: {
            resendAfterSeconds: sent.resendAfterSeconds,
            expiresAt: sent.expiresAt.toISOString(),
            ...(config.production ? {} : { mailbox: `/dev/mail?to=${encodeURIComponent(email)}` }),
          },
        };
      },
    }),
    route('verifyEmailCode', {
      limit: { points: 30, seconds: 600 },
      async handle({ purpose, email, code }) {
        const { ticket, expiresAt } = await codes.exchangeForTicket(purpose, email, code);
        return { body: { ticket, expiresAt: expiresAt.toISOString() } };
      },
    }),
    route('register', {
      limit: { points: 30, seconds: 600 },
      async handle(input, { userAgent }) {
        const { email, username, invitationCode, side, emailCode, emailTicket, password, language } = input;
        const proof = { code: emailCode, ticket: emailTicket };
        const id = await registrations.register({ email, username, invitationCode, side, proof, password, language });
        return {
          status: 201,
          body: { member: { username, language, suspended: false } },
          sessionToken: await sessions.open(id, userAgent),
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
        const { username, email, language, invitationCode, createdAt, suspendedAt } = profile;
        const memberSince = createdAt.toISOString();
        return { body: { username, email, language, memberSince, invitationCode, suspended: suspendedAt !== null } };
      },
    }),
  ];
}
