import type { Language } from '@trellis/api-contract';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import { browserAsker, type EmailCodes, type SentCode } from '../credentials/emailCodes.ts';
import type { MemberRepository } from '../members/memberRepository.ts';
import type { Devices } from '../security/devices/devices.ts';

export interface CodeMailParts {
  readonly codes: EmailCodes;
  readonly members: MemberRepository;
  readonly devices: Pick<Devices, 'isOwners'>;
  readonly notifier: Notifier;
}

/** Who asks, and for which mailbox. */
export interface CodeRequest {
  readonly email: string;
  readonly language: Language;
  readonly network: string;
  /** Of the browser. */
  readonly device: string;
}

/** Mails codes to visitors. What the mail says depends on who has the address; the answer and its time do not. */
export class CodeMails {
  readonly #parts: CodeMailParts;

  constructor(parts: CodeMailParts) {
    this.#parts = parts;
  }

  /** @throws AppError auth.too_many_attempts */
  toRegister({ email, language, network, device }: CodeRequest): Promise<SentCode> {
    const { codes, members, notifier } = this.#parts;
    return codes.send('register', email, browserAsker(device, network, false), async (code) => {
      const member = await members.findByEmail(email);
      if (member) await notifier.visitor(email, language, 'alreadyMember', { link: '/login' });
      else await notifier.visitor(email, language, 'registerCode', { code, link: verifyLink(email, code) });
    });
  }

  /**
   * Outsiders may ask for it, too: a browser that the account's owner has logged in with has a budget of its own.
   * @throws AppError auth.too_many_attempts
   */
  async toResetPassword({ email, language, network, device }: CodeRequest): Promise<SentCode> {
    const { codes, members, devices, notifier } = this.#parts;
    const asker = browserAsker(device, network, await devices.isOwners(email, device));
    return codes.send('resetPassword', email, asker, async (code) => {
      const member = await members.findByEmail(email);
      // To the address that is stored, never to the one that was typed.
      if (member) await notifier.member(member.id, 'resetCode', { code });
      else await notifier.visitor(email, language, 'noAccount');
    });
  }
}

/** In the fragment, which browsers send to no server, so that no log ever holds the code. */
const verifyLink = (email: string, code: string): string => `/verifyEmail#${new URLSearchParams({ email, code })}`;
