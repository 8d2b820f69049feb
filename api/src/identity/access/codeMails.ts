import type { Language } from '@trellis/api-contract';
import type { Tell } from '../../governance/tell/tell.ts';
import type { EmailCodes, SentCode } from '../credentials/emailCodes.ts';
import type { MemberRepository } from '../members/memberRepository.ts';

export interface CodeMailParts {
  readonly codes: EmailCodes;
  readonly members: MemberRepository;
  readonly tell: Tell;
}

/** Mails codes to visitors. What the mail says depends on who has the address; the answer and its time do not. */
export class CodeMails {
  readonly #parts: CodeMailParts;

  constructor(parts: CodeMailParts) {
    this.#parts = parts;
  }

  /** @throws AppError auth.too_many_attempts */
  toRegister(email: string, language: Language): Promise<SentCode> {
    const { codes, members, tell } = this.#parts;
    return codes.send('register', email, async (code) => {
      const member = await members.findByEmail(email);
      if (member) await tell.visitor(email, language, 'alreadyMember', { link: '/login' });
      else await tell.visitor(email, language, 'registerCode', { code, link: verifyLink(email, code) });
    });
  }

  /** @throws AppError auth.too_many_attempts */
  toResetPassword(email: string, language: Language): Promise<SentCode> {
    const { codes, members, tell } = this.#parts;
    return codes.send('resetPassword', email, async (code) => {
      const member = await members.findByEmail(email);
      // To the address that is stored, never to the one that was typed.
      if (member) await tell.member(member.id, 'resetCode', { code });
      else await tell.visitor(email, language, 'noAccount');
    });
  }
}

/** In the fragment, which browsers send to no server, so that no log ever holds the code. */
const verifyLink = (email: string, code: string): string => `/verifyEmail#${new URLSearchParams({ email, code })}`;
