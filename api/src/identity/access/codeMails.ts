import type { Language } from '@trellis/api-contract';
import type { SecurityMail } from '../../governance/tell/securityMail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { EmailCodes, SentCode } from '../credentials/emailCodes.ts';
import type { MemberRepository } from '../members/memberRepository.ts';

export interface CodeMailParts {
  readonly codes: EmailCodes;
  readonly members: MemberRepository;
  readonly outbox: Outbox;
  readonly mail: SecurityMail;
}

/** Mails codes to visitors. What the mail says depends on who has the address; the answer and its time do not. */
export class CodeMails {
  readonly #parts: CodeMailParts;

  constructor(parts: CodeMailParts) {
    this.#parts = parts;
  }

  /** @throws AppError auth.too_many_attempts */
  toRegister(email: string, language: Language): Promise<SentCode> {
    const { codes, members, outbox } = this.#parts;
    return codes.send('register', email, async (code) => {
      const member = await members.findByEmail(email);
      await outbox.add(
        member
          ? { recipient: email, template: 'alreadyMember', language, params: { link: '/login' } }
          : { recipient: email, template: 'registerCode', language, params: { code, link: verifyLink(email, code) } },
      );
    });
  }

  /** @throws AppError auth.too_many_attempts */
  toResetPassword(email: string, language: Language): Promise<SentCode> {
    const { codes, members, outbox, mail } = this.#parts;
    return codes.send('resetPassword', email, async (code) => {
      const member = await members.findByEmail(email);
      // To the address that is stored, never to the one that was typed.
      if (member) await mail.send(member.id, 'resetCode', { code });
      else await outbox.add({ recipient: email, template: 'noAccount', language, params: {} });
    });
  }
}

/** In the fragment, which browsers send to no server, so that no log ever holds the code. */
const verifyLink = (email: string, code: string): string => `/verifyEmail#${new URLSearchParams({ email, code })}`;
