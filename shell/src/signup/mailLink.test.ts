import { expect, test } from '@jest/globals';
import { linkToken, mailLink, readMailLink, takeMailLink } from './mailLink.ts';

test('the link of a mail is read, anything else is not', () => {
  expect(readMailLink('#email=a%2Bb%40example.com&code=123456')).toEqual({ email: 'a+b@example.com', code: '123456' });
  expect(readMailLink('#email=a%40example.com&code=12345')).toBeUndefined();
  expect(readMailLink('#email=nobody&code=123456')).toBeUndefined();
  expect(readMailLink('#code=123456')).toBeUndefined();
});

test('the code leaves the address bar as soon as it is taken', () => {
  window.history.replaceState(null, '', '/verifyEmail#email=a%40example.com&code=123456');
  takeMailLink();
  expect(window.location.href).not.toContain('123456');
  expect(window.location.pathname).toBe('/verifyEmail');
  expect(mailLink()).toEqual({ email: 'a@example.com', code: '123456' });
});

test.each(['/freeze', '/keepFactor'])('so does the token of %s', (page) => {
  window.history.replaceState(null, '', `${page}#${page.slice(1)}-token`);
  takeMailLink();
  expect(window.location.href).not.toContain('token');
  expect(linkToken()).toBe(`${page.slice(1)}-token`);
});
