/** @jest-environment-options {"url": "https://wallet.example/account"} */
import { expect, jest, test } from '@jest/globals';
import { store } from './preference.ts';

test('over TLS a choice is mirrored in a cookie that only this host sets and gets', () => {
  const written = jest.spyOn(document, 'cookie', 'set');
  store('theme', 'dark');
  expect(written).toHaveBeenCalledWith('__Host-theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
  expect(localStorage.getItem('theme')).toBe('dark');
});
