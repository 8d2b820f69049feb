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
const at = (type: 'pointerdown' | 'pointermove', clientX: number) =>
  fireEvent(screen.getByRole('img'), new MouseEvent(type, { clientX, bubbles: true }));
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
  fireEvent.pointerLeave(screen.getByRole('img'));
  expect(figure()).toBe('80.00 USD');
});
