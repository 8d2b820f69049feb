import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { memberContract } from '@trellis/api-contract';
import { Provider } from 'react-redux';
import { answer, fakeApi } from '../../../jest/fakeApi.ts';
import { api } from '../api/api.ts';
import { injectContract } from '../api/injectContract.ts';
import { store } from '../store.ts';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { PagedList } from './PagedList.tsx';

const { useListInquiriesInfiniteQuery } = injectContract(memberContract, ['listInquiries']);

function Example() {
  return (
    <PagedList query={useListInquiriesInfiniteQuery({})} waiting={<p>waiting</p>} more="Show more">
      {({ inquiries }) => inquiries.map(({ id }) => <li key={id}>{id}</li>)}
    </PagedList>
  );
}
const page = (id: string, next: string | null) => answer({ inquiries: [{ id }], next });
const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

beforeAll(() => startTexts('en', sdkTexts));
afterEach(async () => {
  cleanup();
  await act(async () => void store.dispatch(api.util.resetApiState()));
  jest.restoreAllMocks();
});

test('older pages come below; one that could not be read has a retry of its own, and the last has nothing below', async () => {
  const server = fakeApi({});
  server.queue('GET /inquiries', page('3', '3'), 'lost', page('2', '2'), page('1', null));
  render(
    <Provider store={store}>
      <Example />
    </Provider>,
  );
  expect(screen.getByText('waiting')).not.toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(rows()).toEqual(['3']);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('1');
  expect(rows()).toEqual(['3', '2', '1']);
  expect(screen.queryByRole('button')).toBeNull();
});
