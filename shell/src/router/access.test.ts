import { describe, expect, test } from '@jest/globals';
import { isAccessPage, needsSession, ownerOf, redirectFrom, safeNext } from './access.ts';

const at = (path: string) => {
  const { pathname, search, hash } = new URL(path, 'http://app.test');
  return { pathname, search, hash };
};

describe('who may see a page', () => {
  test.each([
    ['/', true],
    ['/wallet/transfer', true],
    ['/team', true],
    ['/plan', true],
    ['/account/googleAuth', true],
    ['/notify/detail/7', true],
    ['/consulation', true],
    ['/WALLET', true],
    ['/login', false],
    ['/signup', false],
    ['/verifyEmail', false],
    ['/forgetPassword', false],
    ['/setPassword/abc', false],
    ['/freeze', false],
    ['/keepFactor', false],
    ['/terms', false],
    ['/termservice', false],
    ['/Error', false],
    ['/500', false],
    ['/nothing/here', false],
  ])('%s needs a session: %s', (path, expected) => {
    expect(needsSession(path, 'member')).toBe(expected);
  });

  test('the first segment names the owner', () => {
    expect(ownerOf('/', 'member')).toBe('wallet');
    expect(ownerOf('/notify/detail/7', 'member')).toBe('account');
    expect(ownerOf('/constructor', 'member')).toBeUndefined();
  });

  test('pages on the way in are distinguished from the rest without case', () => {
    expect(isAccessPage('/verifyemail')).toBe(true);
    expect(isAccessPage('/terms')).toBe(false);
  });
});

describe('where somebody is sent', () => {
  test('a visitor logs in first and comes back to the whole address', () => {
    expect(redirectFrom(at('/wallet/transfer?to=a#b'), false, 'member')).toBe(
      '/login?next=%2Fwallet%2Ftransfer%3Fto%3Da%23b',
    );
    expect(redirectFrom(at('/'), false, 'member')).toBe('/login');
    expect(redirectFrom(at('/terms'), false, 'member')).toBeUndefined();
  });

  test('a member has no use for the log-in page', () => {
    expect(redirectFrom(at('/login'), true, 'member')).toBe('/');
    expect(redirectFrom(at('/login?next=%2Fplan'), true, 'member')).toBe('/plan');
    expect(redirectFrom(at('/plan'), true, 'member')).toBeUndefined();
  });

  test.each([
    ['/team?tab=performance#x', '/team?tab=performance#x'],
    ['https://evil.example/', '/'],
    ['//evil.example/team', '/'],
    ['/\\evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['team', '/'],
    ['/login?next=/login', '/'],
    [null, '/'],
  ])('after log-in, next=%s opens %s', (next, expected) => {
    expect(safeNext(next)).toBe(expected);
  });
});
