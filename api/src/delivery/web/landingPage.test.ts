import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { agreedLanguageKey, languages, languageTag } from '@trellis/api-contract';
import { opsHost } from '../../testing/operators.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { webTexts } from './webTexts.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ company: 'Example <Ltd>, $&123' });
});
afterAll(() => app.close());

const landing = (headers: Record<string, string> = {}, path = '/') => app.visitor.get(path, headers);

describe('the page for visitors', () => {
  test.each(languages)('says in %s what the service is, what it does not promise and who runs it', async (language) => {
    const { status, text, headers } = await landing({ 'accept-language': languageTag[language] });
    const { landing: words, about } = webTexts[language];
    expect(status).toBe(200);
    expect(text).toContain(`<html lang="${languageTag[language]}"`);
    for (const word of [words.title, about, ...words.facts.flat(), words.register, words.logIn, words.rewards])
      expect(text).toContain(word);
    expect(text).toContain('Example &#60;Ltd&#62;, $&#38;123');
    for (const address of ['/signup', '/login', '/terms', '/termservice']) expect(text).toContain(`href="${address}"`);
    // Nothing on it runs.
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(brotliCompressSync(text).length).toBeLessThanOrEqual(4_096);
  });

  test('keeps the language that is chosen on it for the pages that it leads to', async () => {
    const { text, headers } = await landing({ 'accept-language': 'en' }, '/?language=ko');
    expect(text).toContain('<html lang="ko"');
    expect(headers.get('set-cookie')).toMatch(/currentLanguage=ko; Path=\/; Max-Age=31536000; SameSite=Lax/);
    const nonsense = await landing({ 'accept-language': 'en' }, '/?language=xx');
    expect([nonsense.text.includes('<html lang="en"'), nonsense.headers.get('set-cookie')]).toEqual([true, null]);
  });

  test('is not for a member, nor for a browser that knew one: a link from elsewhere brings no session along', async () => {
    const demo = await app.logIn('demo');
    expect((await demo.get('/')).text).toContain('<div id="root">');
    const known = { cookie: `${agreedLanguageKey}=en` };
    expect((await landing(known)).text).toContain('<div id="root">');
    expect((await landing({}, '/wallet')).text).toContain('<div id="root">');
  });

  test('has its pictures, and what a phone needs to keep it', async () => {
    const { text } = await landing();
    const [, picture = ''] = /og:image" content="[^"]*(\/pictures\/[^"]+)"/.exec(text) ?? [];
    for (const path of [picture, '/pictures/icon-180.png'])
      expect((await landing({}, path)).headers.get('content-type')).toBe('image/png');
    const manifestIn = async (language: string) => {
      const page = await landing({ 'accept-language': language });
      const [, address = ''] = /rel="manifest" href="([^"]+)"/.exec(page.text) ?? [];
      return JSON.parse((await landing({}, address)).text) as Record<'icons' | 'screenshots', { src: string }[]> &
        Record<'shortcuts', { name: string; url: string }[]> & { lang: string };
    };
    for (const language of ['en', 'ja', 'zh', 'ko']) {
      const { lang, icons, screenshots, shortcuts } = await manifestIn(language);
      expect(lang.startsWith(language)).toBe(true);
      for (const { src } of [...icons, ...screenshots]) {
        const { headers, status } = await landing({}, src);
        expect({ src, status, type: headers.get('content-type') }).toEqual({ src, status: 200, type: 'image/png' });
      }
      for (const { url } of shortcuts) expect((await landing({}, url)).status).toBe(200);
    }
    expect((await manifestIn('ja')).shortcuts.map(({ name }) => name)).toEqual(['履歴', '入金', 'チーム']);
    expect((await landing({}, '/pictures/none.png')).status).toBe(404);
  });

  test('may be found by who searches, and the console may not', async () => {
    const robots = await landing({}, '/robots.txt');
    expect([robots.headers.get('content-type'), robots.text]).toEqual([
      'text/plain; charset=utf-8',
      'User-agent: *\nDisallow: /api/\n',
    ]);
    const { text } = await rawRequest(app.origin, { path: '/robots.txt', headers: { host: opsHost(app) } });
    expect(text).toBe('User-agent: *\nDisallow: /\n');
  });
});
