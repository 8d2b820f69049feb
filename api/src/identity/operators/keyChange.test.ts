import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Database } from '../../platform/db/database.ts';
import { codeOf, enrolled, stepMs } from '../../testing/operators.ts';
import { goodPassword } from '../../testing/registering.ts';
import { startTestApplication } from '../../testing/testApplication.ts';
import { LoginFailures } from '../credentials/failures.ts';
import { Passwords } from '../credentials/passwords.ts';
import { SecretBox } from '../credentials/secretBox.ts';
import { OperatorLogIn } from './logIn.ts';
import { OperatorCodes } from './operatorCodes.ts';

test('a log-in seals the secret again under the first key, so that the old one can go', async () => {
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const app = await startTestApplication({ secrets: [older] });
  const database = new Database({ url: app.database.url, poolSize: 2 });
  try {
    const { name, secret } = await enrolled(app, 'ann', ['viewer']);
    const call = { requestId: 'a request', address: '127.0.0.1', userAgent: '', token: undefined, device: undefined };
    const logIn = (keys: readonly Buffer[]) => {
      app.clock.advance(stepMs);
      const failures = new LoginFailures(database, app.clock);
      const secrets = new SecretBox(keys, 'operator totp');
      const parts = {
        database,
        passwords: new Passwords(),
        failures,
        codes: new OperatorCodes(database, secrets, app.clock),
      };
      return new OperatorLogIn(parts).verify({ name, password: goodPassword, code: codeOf(app, secret) }, call);
    };
    await expect(logIn([newer])).rejects.toThrow('auth.credentials_invalid');
    expect(await logIn([newer, older])).toMatchObject({ name });
    expect(await logIn([newer])).toMatchObject({ name });
    await expect(logIn([older])).rejects.toThrow('auth.credentials_invalid');
  } finally {
    await database.close();
    await app.close();
  }
});
