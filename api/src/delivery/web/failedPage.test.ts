import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Answer, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
const reader = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

beforeAll(async () => {
  app = await startTestApplication({ productName: 'Arbour & <b>' });
});
afterAll(() => app.close());

/** While the database does not answer, no document can be made. */
async function whileBroken(action: () => Promise<void>): Promise<void> {
  const { database } = app.application;
  const { rows } = database;
  database.rows = () => Promise.reject(new Error('the database is gone'));
  // What was read a moment ago is still known.
  await new Promise((next) => setTimeout(next, 1_100));
  try {
    await action();
  } finally {
    database.rows = rows;
  }
}

const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  app.visitor.get(path, { ...reader, ...headers });

describe('a document that cannot be made', () => {
  test('leads a reader to /500, which says so in their language and leads back', () =>
    whileBroken(async () => {
      const first = await get('/wallet/transfer?to=hana&side=left');
      expect(first.status).toBe(303);
      expect(first.headers.get('location')).toBe('/500?next=%2Fwallet%2Ftransfer%3Fto%3Dhana%26side%3Dleft');
      expect(first.headers.get('cache-control')).toBe('no-store');

      const page = await get(first.headers.get('location') ?? '', { 'accept-language': 'ko' });
      expect(page.status).toBe(500);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('<html lang="ko">');
      expect(page.text).toContain('일시적인 문제가 발생했습니다');
      expect(page.text).toContain('<a href="/wallet/transfer?to=hana&#38;side=left">다시 시도</a>');
      expect(page.text).toContain('Arbour &#38; &#60;b&#62;');
      expect(page.text).not.toContain('<script');
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[^']+'; /);
      expect(policy).not.toContain('unsafe');

      const [chosen = ''] = /\/500\?next=[^"]*language=jp/.exec(page.text) ?? [];
      const inJapanese = await get(chosen.replaceAll('&#38;', '&'), { 'accept-language': 'ko' });
      expect(inJapanese.text).toContain('<html lang="ja">');
      expect(inJapanese.text).toContain('<a href="/wallet/transfer?to=hana&#38;side=left">もう一度試す</a>');
    }));

  test('is light or dark as the reader chose, and leads nowhere else', () =>
    whileBroken(async () => {
      for (const next of [
        'https://evil.example/',
        '//evil.example',
        '/\\evil.example',
        'javascript:alert(1)',
        '/a\nb',
      ]) {
        const { text } = await get(`/500?next=${encodeURIComponent(next)}`, { cookie: 'theme=dark' });
        expect(text).toContain('<meta name="color-scheme" content="dark">');
        expect(text).toContain('<p><a href="/">');
        expect(text).not.toContain('evil');
      }
      const { text } = await get(`/500?next=${encodeURIComponent('/"><script>x</script>')}`);
      expect(text).not.toContain('<script');
    }));

  test('is shown as the problem that it is to whoever is no reader, and so is what is no page', () =>
    whileBroken(async () => {
      const machine = await app.visitor.get('/wallet', { accept: '*/*' });
      expect(machine.status).toBe(500);
      expect(machine.headers.get('content-type')).toContain('text/plain');
      const api = await get('/api/v1/session');
      expect(api.headers.get('content-type')).toContain('json');
      expect((await get('/server-loader?route=')).headers.get('content-type')).toContain('json');
      expect((await get('/assets/wallet.js')).status).toBe(404);
    }));

  test('is over when the server is well again', async () => {
    expect((await get('/500?next=%2Fteam')).status).toBe(200);
    expect((await get('/team')).status).toBe(200);
  });
});
