import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rawRequest } from '../../testing/rawRequest.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ productName: 'Arbour & </script>' });
});
afterAll(() => app.close());

describe('the development mailbox', () => {
  test('shows the mails of one address, escaped', async () => {
    await app.visitor.post('/api/v1/email-codes', { purpose: 'register', email: 'box@example.com', language: 'jp' });
    const mails = JSON.parse((await app.visitor.get('/dev/mail.json?to=box@example.com')).text) as { code: string }[];
    expect(mails).toHaveLength(1);
    expect(mails[0]?.code).toMatch(/^[0-9]{6}$/);
    const page = await app.visitor.get('/dev/mail');
    expect(page.text).toContain(mails[0]?.code);
    expect(page.text).not.toContain('Arbour & </script>');
  });

  test('is absent in production', async () => {
    const production = await startTestApplication({ production: true, publicOrigin: 'https://wallet.example' });
    try {
      const ask = (path: string) => rawRequest(production.origin, { path, headers: { host: 'wallet.example' } });
      expect((await ask('/dev/mail.json')).status).toBe(404);
      expect((await ask('/dev/mail')).status).toBe(404);
      expect((await ask('/login')).headers['strict-transport-security']).toContain('max-age=31536000');
    } finally {
      await production.close();
    }
  });
});
