import { expect, test } from '@jest/globals';
import type { TimelineLine } from '../../api.ts';
import { foldedLines } from './foldedLines.ts';

const at = '2026-03-09T15:04:00Z';
const security = (id: string, event: string, outcome = 'done', device = 'Safari, iPhone') =>
  ({ kind: 'security', id, at, event, outcome, device }) as unknown as TimelineLine;
const look = (id: string, by: string) =>
  ({ kind: 'look', id, at, action: 'member.read', by }) as unknown as TimelineLine;

test('log-ins of one device and looks of one person are one line each, as long as nothing else comes between', () => {
  const runs = foldedLines([
    security('9', 'logIn', 'done', 'Firefox, Windows'),
    security('8', 'logIn'),
    security('7', 'logInWithPasskey'),
    security('6', 'logIn', 'auth.login_failed'),
    security('5', 'logIn'),
    security('4', 'changePassword'),
    security('4b', 'changePassword'),
    look('3', 'operator:bob'),
    look('2', 'operator:bob'),
    look('1', 'operator:ann'),
  ]);
  expect(runs.map((run) => run.map(({ id }) => id).join(' '))).toEqual(['9', '8 7', '6', '5', '4', '4b', '3 2', '1']);
});
