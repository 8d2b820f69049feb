import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import type { Month } from './api.ts';
import { MonthsCard } from './MonthsCard.tsx';

beforeAll(startParts);
afterEach(cleanup);

const usd = (amount: string) => ({ amount, unit: 'USD' }) as const;
const reported = (bars: Month['bars']) =>
  ({ bars, month: '2026-11', months: { first: '2026-10', last: '2026-11' } }) as Month;
const bar = (month: string, left: string, right: string) => ({
  month,
  paid: usd('0.00'),
  sales: { left: usd(left), right: usd(right) },
});

test('the month that is pressed shows its figures, and can be opened', () => {
  const onChoose = jest.fn();
  const bars = [bar('2026-09', '1.00', '2.00'), bar('2026-10', '300.00', '0.00'), bar('2026-11', '0.00', '40.00')];
  showPart(<MonthsCard reported={reported(bars)} onChoose={onChoose} />);
  const [september, october, november] = screen.getAllByRole('button') as [HTMLElement, HTMLElement, HTMLElement];
  expect(november.getAttribute('aria-pressed')).toBe('true');
  // The page shows it already.
  expect(screen.queryByText('performance.openMonth')).toBeNull();
  fireEvent.click(october);
  expect(screen.getByText('performance.leftSales').closest('div')?.textContent).toContain('300.00');
  fireEvent.click(screen.getByText('performance.openMonth'));
  expect(onChoose).toHaveBeenCalledWith('2026-10');
  // From before they joined there is no page.
  fireEvent.click(september);
  expect(screen.queryByText('performance.openMonth')).toBeNull();
});

test('where nothing was sold or paid in any of them there is no picture', () => {
  showPart(<MonthsCard reported={reported([bar('2026-11', '0.00', '0.00')])} onChoose={jest.fn()} />);
  expect(screen.queryByRole('list')).toBeNull();
});

test('what an older server says is shown: the bonus alone', () => {
  showPart(<MonthsCard reported={reported([{ month: '2026-11', paid: usd('7.00') }])} onChoose={jest.fn()} />);
  expect(screen.getByText('performance.bonus').closest('div')?.textContent).toContain('7.00');
  expect(screen.queryByText('performance.leftSales')).toBeNull();
  expect(screen.getByRole('button').getAttribute('aria-label')).toBeNull();
});
