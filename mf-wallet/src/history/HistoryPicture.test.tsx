import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import { HistoryPicture } from './HistoryPicture.tsx';

beforeAll(startParts);
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const day = (date: number, amount: string) => ({
  at: `2026-03-0${date}T12:00:00.000Z`,
  total: { amount, unit: 'USD' } as const,
});
/** jsdom's own events of pointers do not say where. */
const at = (type: 'pointerdown' | 'pointermove', clientX: number, pointerId = 1) =>
  fireEvent(screen.getByRole('img'), Object.assign(new MouseEvent(type, { clientX, bubbles: true }), { pointerId }));
const leave = (pointerId = 1) =>
  fireEvent(
    screen.getByRole('img'),
    Object.assign(new MouseEvent('pointerout', { bubbles: true, relatedTarget: document.body }), { pointerId }),
  );
/** What stands over the picture, without the table's figures. */
const figure = () => screen.getByRole('img').closest('figure')?.previousElementSibling?.lastElementChild?.textContent;

test('a finger that goes along the picture reads one day after the other; gone, the change of all of them stands', () => {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 300 } as DOMRect);
  showPart(<HistoryPicture points={[day(1, '100.00'), day(2, '250.00'), day(3, '180.00')]} />);
  expect(figure()).toBe('80.00 USD');
  at('pointerdown', 10);
  expect(figure()).toBe('100.00 USD');
  // Halfway to the next it is the next, and no further than the last.
  at('pointermove', 80);
  expect(figure()).toBe('250.00 USD');
  at('pointermove', 900);
  expect(figure()).toBe('180.00 USD');
  leave();
  expect(figure()).toBe('80.00 USD');
});

test('two fingers read what changed between them, whichever is first, and the last one reads on', () => {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 300 } as DOMRect);
  showPart(<HistoryPicture points={[day(1, '100.00'), day(2, '250.00'), day(3, '180.00')]} />);
  at('pointerdown', 290);
  at('pointerdown', 150, 2);
  expect(figure()).toBe('−70.00 USD');
  at('pointermove', 10, 2);
  expect(figure()).toBe('80.00 USD');
  leave();
  expect(figure()).toBe('100.00 USD');
});
