import { emailPattern } from '@trellis/api-contract';
import { createTransport } from 'nodemailer';
import { ExplainedError } from '../../ground/explainedError.ts';
import type { MailText } from './templates.ts';

/** The server answers, and does not take this one mail: others need not wait. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** `address`, or `smtp.<the server's code>`. */
  readonly code: string;

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Hands a mail to the operator's mail server. */
export interface MailTransport {
  /**
   * @throws MailRefused if another mail may well be taken
   * @throws ExplainedError if the server cannot prove who it is, with what to do
   */
  send(recipient: string, mail: MailText): Promise<void>;
  close(): void;
}

/** After so many mails a connection is opened again: some servers end one after a thousand, and say so with an error. */
const mailsAConnection = 500;

/** @param connections how many mails may be on their way at once; each connection carries many, one after the other */
export function smtpTransport(url: string, from: string, connections = 1): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: mailsAConnection,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const envelopeFrom = /<([^>]+)>/.exec(from)?.[1] ?? from;
  return {
    async send(recipient, { subject, text, html }) {
      // A list, a group or a line break in the address would send the code to an outsider as well.
      if (!emailPattern.test(recipient)) throw new MailRefused('not one plain address', 'address');
      // As an object: nothing in it is read as another address.
      const message = {
        from,
        to: { name: '', address: recipient },
        envelope: { from: envelopeFrom, to: [recipient] },
        subject,
        text,
        html,
      };
      await transport.sendMail(message).catch((error: unknown) => {
        throw refusalOf(error) ?? certificateFault(error) ?? error;
      });
    },
    close: () => transport.close(),
  };
}

/** The library gives no code to it: only its text says what it is. */
function certificateFault(error: unknown): ExplainedError | undefined {
  const text = error instanceof Error ? error.message : '';
  if (!/certificate|altnames/i.test(text)) return undefined;
  const fault = new ExplainedError(
    `The mail server of SMTP_URL cannot prove who it is (${text.split(';')[0]}): where an authority of your own made its certificate, start with NODE_EXTRA_CA_CERTS=<file of that authority>; else name the host in SMTP_URL as the certificate does, or renew it.`,
    { cause: error },
  );
  return Object.assign(fault, { code: 'ECERTIFICATE' });
}

/** What the server said to recipient or content. 421 is about itself: it is going away. */
function refusalOf(error: unknown): MailRefused | undefined {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return undefined;
  if (typeof responseCode !== 'number' || responseCode === 421) return undefined;
  return new MailRefused('the mail server does not take it', `smtp.${responseCode}`, error);
}
