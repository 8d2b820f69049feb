import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import type { OperatorRole } from '@trellis/api-contract/operator';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import type { Overview } from '../api.ts';
import { Alarms, StatusRows } from './StatusRows.tsx';

beforeAll(startParts);
afterEach(cleanup);

const sound: Overview = {
  ...{
    work: [],
    next: [],
    books: { at: '2026-03-09T15:04:00Z', green: true, broken: [] },
    backup: null,
    frozen: false,
    halted: [],
  },
  ...{ cover: { coverage: 10_000, state: 'covered' }, shortestPool: null, ratesAlone: null },
  releases: { rollingOut: [], off: [], wentBack: [], refused: [] },
};
function shown(change: Partial<Overview>, role: OperatorRole = 'reviewer'): string[] {
  cleanup();
  const overview = { ...sound, ...change };
  showPart(
    <>
      <Alarms overview={overview} />
      <StatusRows overview={overview} />
    </>,
    { name: 'rita', roles: [role] },
  );
  return screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '');
}
const broken = { at: '2026-03-09T15:04:00Z', green: false, broken: ['a check', 'another'] };

test('what is sound raises no alarm', () => {
  expect(shown({})).toEqual([]);
});

test('wrong books are named check by check, above what waits, and lead to why and to what stops payouts', () => {
  const [alarm] = shown({ frozen: true, books: broken });
  expect(alarm).toContain('a check · another');
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways.slice(0, 2)).toEqual(['/incident', '/solvency']);
  // As loud as what is stopped.
  for (const word of ['home.wrong', 'home.stopped'])
    expect(screen.getByText(word).closest('[data-tone]')?.getAttribute('data-tone')).toBe('negative');
});

test('who does not look after the books is led to what they may see alone', () => {
  shown({ frozen: true, books: broken, cover: null }, 'support');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('/solvency');
});

test('a release that called what it does not declare is an alarm, with the way to its page', () => {
  expect(shown({ releases: { rollingOut: [], off: [], wentBack: [], refused: ['team'] } })).toEqual([
    expect.stringContaining('home.refusedCalls'),
  ]);
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/releases');
});

test('cover that is called low says what it is measured by', () => {
  expect(shown({ cover: { coverage: 10_000, state: 'low' } })).toEqual([expect.stringContaining('home.coverLow')]);
  expect(shown({ cover: { coverage: 10_000, state: 'covered' } })).toEqual([]);
});
