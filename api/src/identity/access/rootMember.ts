import { randomBytes } from 'node:crypto';
import { emailPattern, type Language, usernamePattern } from '@trellis/api-contract';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Clock } from '../../ground/clock.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { type Database, postgresFailure } from '../../platform/db/database.ts';
import type { Passwords } from '../credentials/passwords.ts';
import { newInvitationCode } from '../members/invitationCode.ts';
import type { MemberRepository } from '../members/memberRepository.ts';

export interface RootMemberParts {
  /** As its owner: this is done before there is anybody. */
  readonly database: Database;
  readonly members: MemberRepository;
  /** `null` is the place above all others, which exists once. */
  readonly tree: { place(sponsorId: null, side: 'left'): Promise<string> };
  readonly passwords: Passwords;
  readonly clock: Clock;
}

export interface RootMember {
  readonly username: string;
  readonly email: string;
  readonly language: Language;
  /** `command:<user>` */
  readonly actor: string;
}

/**
 * Makes the first member, at the root of the tree, by whose invitation all others come. They have no password that anybody
 * knows: they set one by a code that /forgetPassword mails to them, and agree to the terms when they log in.
 * @returns their invitation code
 * @throws ExplainedError if there is a root already, or name or address is malformed
 */
export async function createRootMember(
  { database, members, tree, passwords, clock }: RootMemberParts,
  { username, email, language, actor }: RootMember,
): Promise<string> {
  if (!usernamePattern.test(username))
    throw new ExplainedError(`${username} is no username: 3 to 15 letters and digits.`);
  if (!emailPattern.test(email)) throw new ExplainedError(`${email} is no e-mail address.`);
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64'));
  const invitationCode = newInvitationCode();
  return database
    .inTransaction(async () => {
      const id = await tree.place(null, 'left');
      await members.create({ id, username, email, passwordHash, language, invitationCode, createdAt: clock.now() });
      await recordAudit(database, {
        actor,
        action: 'member.create_root',
        subject: username,
        reason: 'by command',
        after: { username, language, invitationCode },
      });
      return invitationCode;
    })
    .catch((error: unknown) => {
      // The root's place is taken by whoever came first, also at the same moment.
      if (postgresFailure(error)?.constraint !== 'tree_leg_pkey') throw error;
      throw new ExplainedError('There is a root member already: everybody else registers by an invitation.', {
        cause: error,
      });
    });
}
