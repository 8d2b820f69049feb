import { emailPattern } from '@trellis/api-contract';
import { createTransport } from 'nodemailer';
import type { MailText } from './templates.ts';

/** Hands a mail to the operator's mail server. */
export interface MailTransport {
  send(recipient: string, mail: MailText): Promise<void>;
  close(): void;
}

export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 });
  const envelopeFrom = /<([^>]+)>/.exec(from)?.[1] ?? from;
  return {
    async send(recipient, { subject, text, html }) {
      // A list, a group or a line break in the address would send the code to a stranger as well.
      if (!emailPattern.test(recipient)) throw new Error('not one plain address');
      await transport.sendMail({
        from,
        to: recipient,
        envelope: { from: envelopeFrom, to: [recipient] },
        subject,
        text,
        html,
      });
    },
    close: () => transport.close(),
  };
}
