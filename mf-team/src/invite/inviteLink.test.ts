import { expect, test } from '@jest/globals';
import { inviteLink } from './inviteLink.ts';

test('the link is absolute and carries code and side', () => {
  expect(inviteLink('DEMO2026', 'right', 'https://wallet.example')).toBe(
    'https://wallet.example/signup?code=DEMO2026&side=right',
  );
});
