import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import { Tree } from './Tree.tsx';
import type { TeamNode, TeamWindow } from './treeWindow.ts';

beforeAll(async () => {
  await startParts();
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});
afterEach(cleanup);

const usd = (amount: string) => ({ amount, unit: 'USD' }) as const;
const node = (id: string, position: string, left = '0.00'): TeamNode => ({
  id,
  position,
  username: id,
  parentId: position === '' ? null : 'demo',
  side: position === 'R' ? 'right' : 'left',
  level: position.length,
  people: { left: 0, right: 0 },
  sales: { left: usd(left), right: usd('0.00') },
});
const team: TeamWindow = {
  focus: 'demo',
  own: 'demo',
  nodes: [node('demo', ''), node('hana', 'L', '1234.50')],
  ends: { left: null, right: null },
  asOf: '2026-03-09T15:04:00.000Z',
};

const chart = () => screen.getByRole('region', { name: 'tab.chart' });
const zoomed = () => [chart().style.getPropertyValue('--zoom'), chart().dataset.detail];
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** Two fingers that far apart. */
const fingers = (apart: number) => ({
  touches: [100, 100 + apart].map((clientX) => ({ clientX, clientY: 50, target: chart() })),
});

beforeEach(() => {
  showPart(<Tree window={team} onOpen={jest.fn()} onInvite={jest.fn()} />);
});

test('two buttons go through the sizes, and stop at the last', () => {
  expect(zoomed()).toEqual(['1', undefined]);
  press('zoom.in');
  expect(zoomed()).toEqual(['1.3', 'near']);
  press('zoom.in');
  press('zoom.in');
  expect(zoomed()).toEqual(['1.6', 'near']);
  expect(screen.getByRole('button', { name: 'zoom.in' }).getAttribute('aria-disabled')).toBe('true');
});

test('so do the keys, which leave those of the browser alone; a person is named at every size', () => {
  fireEvent.keyDown(chart(), { key: '-', ctrlKey: true });
  expect(zoomed()).toEqual(['1', undefined]);
  fireEvent.keyDown(chart(), { key: '-' });
  fireEvent.keyDown(chart(), { key: '-' });
  expect(zoomed()).toEqual(['0.6', 'far']);
  fireEvent.keyDown(chart(), { key: '+' });
  expect(zoomed()).toEqual(['0.8', undefined]);
  expect(screen.getByRole('button', { name: /hana/ })).toBeDefined();
});

test('two fingers make it as much larger as they part, within the same limits; one is the browser’s', () => {
  expect(fireEvent.touchStart(chart(), fingers(100))).toBe(false);
  fireEvent.touchMove(chart(), fingers(110));
  expect(zoomed()).toEqual(['1.1', undefined]);
  fireEvent.touchMove(chart(), fingers(900));
  expect(zoomed()).toEqual(['1.6', 'near']);
  fireEvent.touchEnd(chart(), { touches: [] });
  // From there, and not from where the last two began.
  fireEvent.touchStart(chart(), fingers(200));
  fireEvent.touchMove(chart(), fingers(150));
  expect(zoomed()).toEqual(['1.2', undefined]);
  const one = { touches: fingers(0).touches.slice(1) };
  expect(fireEvent.touchStart(chart(), one)).toBe(true);
  expect(fireEvent.touchMove(chart(), one)).toBe(true);
});
