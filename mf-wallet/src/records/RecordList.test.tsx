import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { store } from '@trellis/shell-sdk';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { RecordList } from './RecordList.tsx';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const money = (amount: string) => ({ amount, unit: 'USD' });
const record = (id: string, at: string) => ({
  id,
  kind: 'team_bonus',
  money: money('1.00'),
  balanceAfter: money('1.00'),
  at,
  reference: id,
});

test('a page that has looked so far and found nothing says so, and looks further; nothing in all is told at the end', async () => {
  const answers: object[] = [
    { records: [], next: 'a', lookedTo: '2026-03-09T12:00:00.000Z' },
    { records: [record('101-7', '2026-02-01T12:00:00.000Z')], next: 'b', lookedTo: '2026-01-09T12:00:00.000Z' },
    { records: [], next: null },
  ];
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => ({ ok: true, status: 200, json: async () => answers.shift() }) as Response);
  render(
    <Provider store={store}>
      <MemoryRouter>
        <RecordList filter={{ kind: 'team_bonus' }} empty={<p>nothing at all</p>} />
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'record.lookFurther' }));
  expect(await screen.findByRole('link')).not.toBeNull();
  expect(screen.getAllByText('record.lookedTo')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'record.lookFurther' }));
  // What the page before it said of how far it came is over.
  await waitFor(() => expect(screen.queryByText('record.lookedTo')).toBeNull());
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('nothing at all')).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
