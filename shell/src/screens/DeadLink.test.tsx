import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { store } from '@trellis/shell-sdk';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { fakeApi, refusal } from '../../jest/fakeApi.ts';
import { sdkTexts } from '../../sdk/src/texts/sdkTexts.ts';
import { startTexts } from '../../sdk/src/texts/texts.ts';
import { withAccessTexts } from '../access/accessTexts.ts';
import { takeMailLink } from '../signup/mailLink.ts';
import { shellTexts } from '../texts/shellTexts.ts';
import { Component as Freeze } from './Freeze.tsx';
import { Component as KeepFactor } from './KeepFactor.tsx';

beforeAll(async () => {
  await startTexts('en', [...sdkTexts, shellTexts]);
  await withAccessTexts(async () => ({ Component: Freeze }))();
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const show = (Screen: typeof Freeze): void => {
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Screen />
      </MemoryRouter>
    </Provider>,
  );
};
/** What is left of a link that cannot be used: the way to a new password, and nothing that says all is well. */
async function expectWayOut(): Promise<void> {
  expect((await screen.findByRole('alert')).textContent).toContain('This link has expired');
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/forgetPassword']);
  expect(screen.queryByRole('button')).toBeNull();
}

test.each([
  ['freeze', Freeze],
  ['keepFactor', KeepFactor],
])('%s without what its link carries leads on', async (_page, Screen) => {
  show(Screen);
  await expectWayOut();
});

test('and so does one that is refused; one that got no answer can be tried again', async () => {
  window.history.replaceState(null, '', '/freeze#token');
  takeMailLink();
  const api = fakeApi({ 'POST /account-freezes': refusal('code.invalid_or_expired') });
  api.queue('POST /account-freezes', 'lost');
  show(Freeze);
  fireEvent.click(screen.getByRole('button'));
  expect((await screen.findByRole('alert')).textContent).not.toContain('expired');
  fireEvent.click(screen.getByRole('button'));
  await screen.findByText('This link has expired');
  await expectWayOut();
});
