import type { FieldIssue, Language } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import { fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AddressProof, Asker, EmailCodes } from '../credentials/emailCodes.ts';
import { ownWords, type Passwords } from '../credentials/passwords.ts';
import { newInvitationCode } from '../members/invitationCode.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import type { Terms } from '../terms/terms.ts';

export interface Registration {
  readonly email: string;
  readonly username: string;
  readonly invitationCode: string;
  readonly side: 'left' | 'right';
  readonly proof: AddressProof;
  /** The browser that brings it. */
  readonly asker: Pick<Asker, 'key'>;
  readonly password: string;
  readonly language: Language;
}

/** Names that would pass for the house. */
const reservedUsernames = new Set(
  'admin administrator operator root support system trellis official security help service moderator staff'.split(' '),
);

/** Where new members get their place; the tree of the team. */
export interface Placement {
  /** Inside the caller's transaction. @returns the new member's id */
  place(sponsorId: string, side: 'left' | 'right'): Promise<string>;
}

export interface RegistrationParts {
  readonly database: Database;
  readonly members: MemberRepository;
  readonly tree: Placement;
  readonly codes: EmailCodes;
  readonly passwords: Passwords;
  readonly terms: Terms;
  readonly clock: Clock;
}

/** Makes a member: every check first and together, then place and account in one transaction. */
export class Registrations {
  readonly #parts: RegistrationParts;

  constructor(parts: RegistrationParts) {
    this.#parts = parts;
  }

  /**
   * @returns the new member's id
   * @throws AppError with every field that is wrong: member.username_taken, member.invitation_unknown,
   *   member.password_weak, code.incorrect, code.invalid_or_expired
   */
  async register(request: Registration): Promise<string> {
    const { database, members, tree, codes, passwords, terms, clock } = this.#parts;
    const inviter = await members.findByInvitationCode(request.invitationCode);
    const issues = await this.#issuesOf(request, inviter !== undefined && inviter.suspendedAt === null);
    if (issues.length > 0 || !inviter) throw fieldError(issues);

    // Slow, so before the transaction: inside it the leg's row would stay locked meanwhile.
    const passwordHash = await passwords.hash(request.password);
    return database.inTransaction(async () => {
      await codes.consume('register', request.email);
      const id = await tree.place(inviter.id, request.side);
      await members.create({
        id,
        username: request.username,
        email: request.email,
        passwordHash,
        language: request.language,
        invitationCode: newInvitationCode(),
        createdAt: clock.now(),
      });
      await terms.acceptCurrent(id);
      return id;
    });
  }

  async #issuesOf(request: Registration, invitationKnown: boolean): Promise<FieldIssue[]> {
    const { members, codes, passwords } = this.#parts;
    const issues: FieldIssue[] = [];
    if (reservedUsernames.has(request.username.toLowerCase()) || (await members.findByUsername(request.username)))
      issues.push({ path: 'username', code: 'member.username_taken' });
    if (!invitationKnown) issues.push({ path: 'invitationCode', code: 'member.invitation_unknown' });
    const proofIssue = await codes.checkProof('register', request.email, request.proof, request.asker);
    // Judging a long password is dear: only for who has proven an address, and has nothing else to mend.
    const words = ownWords(request.username, request.email);
    const isWeak =
      issues.length > 0 || proofIssue
        ? passwords.isPlainlyWeak(request.password, words)
        : !passwords.isStrong(request.password, words);
    if (isWeak) issues.push({ path: 'password', code: 'member.password_weak' });
    if (proofIssue) issues.push(proofIssue);
    return issues;
  }
}
