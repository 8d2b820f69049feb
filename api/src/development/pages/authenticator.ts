import type { Middleware } from 'koa';
import { generateSync } from 'otplib';
import type { Clock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import { escapeHtml } from '../../ground/html.ts';
import type { SecretBox } from '../../identity/credentials/secretBox.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import { serveDevelopmentPage } from './developmentPage.ts';

const stepSeconds = 30;

interface PhoneRow {
  readonly id: string;
  readonly username: string;
  readonly secret: Buffer;
  readonly key: string;
}

/**
 * The development phone: the code of this moment of everybody who binds or has bound an authenticator, at
 * `/dev/authenticator`, for whoever tries the product without a phone at hand. Loopback only. Production does not have
 * this page at all.
 */
export function serveAuthenticator(
  config: Config,
  parts: { database: Database; clock: Clock; secrets: SecretBox },
): Middleware<RequestState> {
  if (config.production) return (_context, next) => next();
  const { database, clock, secrets } = parts;
  const secondsLeft = () => stepSeconds - (epochOf(clock) % stepSeconds);
  return serveDevelopmentPage({
    path: '/dev/authenticator',
    title: 'Development authenticator',
    refreshSeconds: secondsLeft,
    async show() {
      const rows = await database.rows<PhoneRow>(
        `SELECT id, username, google_secret AS secret, google_key AS key FROM member WHERE google_secret IS NOT NULL
         UNION ALL SELECT m.id, m.username, b.secret, b.key FROM google_binding b JOIN member m ON m.id = b.member_id
          WHERE m.google_secret IS NULL ORDER BY username LIMIT 100`,
      );
      const lines = rows.map(({ id, username, secret, key }) => {
        const code = generateSync({
          secret: secrets.open({ sealed: secret, keyId: key }, id),
          epoch: epochOf(clock),
          period: stepSeconds,
        });
        return `<tr><td>${escapeHtml(username)}</td><td><strong>${code}</strong></td></tr>`;
      });
      const codes = lines.length > 0 ? `<table>${lines.join('')}</table>` : '<p>Nobody binds an authenticator yet.</p>';
      return {
        html: `<p>Codes of this moment; each works once. The next come in ${secondsLeft()} seconds.</p>${codes}`,
      };
    },
  });
}

const epochOf = (clock: Clock): number => Math.floor(clock.now().getTime() / 1000);
