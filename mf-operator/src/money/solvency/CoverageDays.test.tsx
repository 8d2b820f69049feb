import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { showPart, startParts } from '../../../../shell/jest/showPart.tsx';
import type { Solvency } from '../../api.ts';
import { CoverageDays } from './CoverageDays.tsx';

beforeAll(() => startParts({ namespace: 'operator', load: () => import('./texts/en.json') }));
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const shown = (byDay: Solvency['byDay'], at = '2026-03-09T23:30:00.000Z') => {
  cleanup();
  return showPart(<CoverageDays solvency={{ at, byDay } as Solvency} />, { name: 'rita', roles: ['reviewer'] });
};
const figures = (day: string, lowest: number, last = lowest) => ({ day, lowest, last });
const picture = () => screen.getByRole('img');
const pointAt = (clientX: number) => fireEvent(picture(), new MouseEvent('pointermove', { clientX, bubbles: true }));

test('before the first day one line says so, and nothing is drawn', () => {
  const { container } = shown({ since: null, days: [] });
  expect(container.textContent).toMatch(/^No day is on record yet/);
  expect(screen.queryByRole('img')).toBeNull();
});

test('where the last days have no figure, it says since when there were any', () => {
  const { container } = shown({ since: '2025-06-01', days: [] });
  expect(container.textContent).toBe('No coverage was measured in the last 30 days.On record since 1 Jun 2025');
});

test('on the first day the picture has one point, between the marks', () => {
  const { container } = shown({ since: '2026-03-09', days: [figures('2026-03-09', 10_260)] });
  expect(picture().getAttribute('aria-label')).toBe(
    'Lowest coverage of each day from 8 Feb 2026 to 9 Mar 2026: at least 102.60%, at most 102.60%',
  );
  expect(picture().textContent).toBe('102%100%');
  expect(container.querySelector('path[data-points]')?.getAttribute('d')).toMatch(/^M300 [\d.]+h0$/);
  expect(container.textContent).toContain('On record since 9 Mar 2026');
});

test('a table has every day since the first, gaps among them, in UTC', () => {
  shown({ since: '2026-03-06', days: [figures('2026-03-06', 9_990, 10_210), figures('2026-03-09', 10_260)] });
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    '9 Mar 2026Lowest 102.60%, last 102.60%',
    '8 Mar 2026Not measured',
    '7 Mar 2026Not measured',
    '6 Mar 2026Lowest 99.90%, last 102.10%',
  ]);
});

test('a finger reads a day, and a gap as one', () => {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 290 } as DOMRect);
  shown({ since: '2026-03-06', days: [figures('2026-03-06', 9_990, 10_210), figures('2026-03-09', 10_260)] });
  const ends = () => picture().nextElementSibling?.textContent;
  expect(ends()).toBe('8 Feb 20269 Mar 2026');
  pointAt(261);
  expect(ends()).toBe('6 Mar 2026Lowest 99.90%, last 102.10%');
  pointAt(271);
  expect(ends()).toBe('7 Mar 2026Not measured');
  fireEvent.pointerLeave(picture());
  expect(ends()).toBe('8 Feb 20269 Mar 2026');
});

test('what lies beyond the picture is said to be at its edge', () => {
  const { container } = shown({ since: '2026-03-09', days: [figures('2026-03-09', 40_000)] });
  expect(container.textContent).toContain('under 90% or over 110%');
});
