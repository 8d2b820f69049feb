import type { FieldIssue, Language } from '@trellis/api-contract';
import type { Clock } from '../../ground/clock.ts';
import { fieldError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AddressProof, Asker, EmailCodes } from '../credentials/emailCodes.ts';
import { ownWords, type Passwords } from '../credentials/passwords.ts';
import { newInvitationCode } from '../members/invitationCode.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import type { ReservedNames } from '../members/reservedNames.ts';
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
  readonly reservedNames: ReservedNames;
}

const lookAlike: FieldIssue = { path: 'username', code: 'member.username_confusable' };

/** Makes a member: every check first and together, then place and account in one transaction. */
export class Registrations {
  readonly #parts: RegistrationParts;

  constructor(parts: RegistrationParts) {
    this.#parts = parts;
  }

  /**
   * @returns the new member's id
   * @throws AppError with every field that is wrong: member.username_taken, member.username_confusable,
   *   member.invitation_unknown, member.password_weak, code.incorrect, code.invalid_or_expired
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
      // Somebody else was a moment earlier, with this very name or one that looks like it.
      if (!(await members.claimLook(request.username)))
        throw fieldError([(await this.#nameIssueOf(request.username)) ?? lookAlike]);
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

  /** What is wrong with a new name: it is somebody's, passes for the product, or looks like somebody's. */
  async #nameIssueOf(username: string): Promise<FieldIssue | undefined> {
    const { members, reservedNames } = this.#parts;
    if (reservedNames.has(username) || (await members.findByUsername(username)))
      return { path: 'username', code: 'member.username_taken' };
    return (await members.isLookAlike(username)) ? lookAlike : undefined;
  }

  async #issuesOf(request: Registration, invitationKnown: boolean): Promise<FieldIssue[]> {
    const { codes, passwords } = this.#parts;
    const issues: FieldIssue[] = [];
    const taken = await this.#nameIssueOf(request.username);
    if (taken) issues.push(taken);
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
