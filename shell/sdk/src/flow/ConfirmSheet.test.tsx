import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { Money } from '@trellis/api-contract';
import type { ComponentProps } from 'react';
import { Provider } from 'react-redux';
import { installDialogs } from '../../../jest/dialogs.ts';
import { answer, fakeApi, refusal } from '../../../jest/fakeApi.ts';
import { api } from '../api/api.ts';
import type { ApiFailure } from '../api/failure.ts';
import { store } from '../store.ts';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { ConfirmSheet } from './ConfirmSheet.tsx';

type Props = ComponentProps<typeof ConfirmSheet>;

const usd = (amount: string): Money => ({ amount, unit: 'USD' });
const google = { factor: 'google', bindFirst: false, passkey: false, lockedUntil: null } as const;
const refused = (code: string, more: object = {}): ApiFailure => {
  const said = refusal(code, 422, more);
  return { kind: 'problem', problem: (said === 'lost' ? undefined : said.body) as never };
};
const onSubmit = jest.fn();
const onCheck = jest.fn();
const onClose = jest.fn();

const sheet = (props: Partial<Props>) => (
  <Provider store={store}>
    <ConfirmSheet
      title="Confirm information"
      confirmation={{
        label: 'You send',
        money: usd('12.00'),
        rows: [],
        fee: usd('0.00'),
        submitLabel: 'Send 12.00 USD',
      }}
      action="transfer"
      demand={google}
      phase="ready"
      failure={undefined}
      onSubmit={onSubmit}
      onCheck={onCheck}
      onClose={onClose}
      {...props}
    />
  </Provider>
);
/** As soon as what the action asks for is known. */
async function show(props: Partial<Props> = {}) {
  fakeApi({ 'GET /security': answer({ actions: { transfer: props.demand ?? google } }) });
  const shown = render(sheet(props));
  if ((props.demand ?? google).factor === 'google' && props.phase === undefined) await screen.findByRole('textbox');
  return shown;
}

beforeAll(async () => {
  installDialogs();
  await startTexts('en', sdkTexts);
});
beforeEach(() => void jest.clearAllMocks());
afterEach(async () => {
  cleanup();
  await act(async () => void store.dispatch(api.util.resetApiState()));
  jest.restoreAllMocks();
});

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send 12.00 USD' }));
const code = () => screen.getByRole('textbox', { name: 'Google Authenticator code' });
const type = (value: string) => fireEvent.change(code(), { target: { value } });
/** What stands under the field, and is read with it. */
const underField = () =>
  (code().getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

test('without its code nothing is sent: the field says why and has the focus', async () => {
  await show();
  send();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(code().getAttribute('aria-invalid')).toBe('true');
  expect(underField()).toContain('This is required');
  expect(document.activeElement).toBe(code());
  type('12');
  expect(code().getAttribute('aria-invalid')).toBeNull();
  send();
  expect(onSubmit).not.toHaveBeenCalled();
  type('１２３４５６');
  send();
  expect(onSubmit.mock.calls).toEqual([['123456']]);
});

test('a refused code stands under the field, and the act can be sent again with another', async () => {
  await show({ failure: refused('request.invalid', { fields: [{ path: 'code', code: 'twofactor.incorrect' }] }) });
  expect(code().getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('No money moved.')).toBeNull();
  type('654321');
  send();
  expect(onSubmit.mock.calls).toEqual([['654321']]);
});

test('any other refusal stands for itself: no field, no second try', async () => {
  await show({ demand: { ...google, factor: 'none' }, failure: refused('money.insufficient_balance') });
  expect(screen.getByText('No money moved.')).not.toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send 12.00 USD' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Edit details' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a small amount needs no code where the rule begins above it', async () => {
  await show({ demand: { ...google, above: usd('100.00') }, phase: 'ready' });
  expect(screen.queryByRole('textbox')).toBeNull();
  send();
  expect(onSubmit.mock.calls).toEqual([[undefined]]);
});

/** While the result is open the sheet stays, and a press sends nothing. */
test.each([
  ['submitting', 'Submitting…'],
  ['checking', 'Send 12.00 USD'],
] as const)(
  '%s: the button says so and does nothing; neither Escape nor a cross closes the sheet',
  async (phase, label) => {
    await show({ demand: { ...google, factor: 'none' }, phase });
    const button = screen.getByRole('button', { name: label });
    expect([button.getAttribute('aria-disabled'), button.getAttribute('aria-busy')]).toEqual(['true', 'true']);
    fireEvent.click(button);
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(onClose).not.toHaveBeenCalled();
  },
);

test('what could not be found out can be asked for, and not sent', async () => {
  await show({ phase: 'unreachable' });
  expect(screen.queryByRole('button', { name: 'Send 12.00 USD' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(onCheck).toHaveBeenCalledTimes(1);
});

test('what holds no longer cannot be confirmed: in its place stands the way to something new', async () => {
  const renew = jest.fn();
  const confirmation = {
    ...{ label: 'You receive', money: usd('12.00'), rows: [], fee: usd('0.00'), submitLabel: 'Exchange 12.00 USD' },
    instead: { label: 'Get a new rate', onClick: renew },
  };
  const { rerender } = await show({ confirmation, demand: { ...google, factor: 'none' } });
  expect(screen.queryByRole('button', { name: 'Exchange 12.00 USD' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Get a new rate' }));
  expect([onClose.mock.calls.length, renew.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1, 0]);
  // What is under way is not taken back.
  rerender(sheet({ confirmation, phase: 'submitting' }));
  expect(screen.queryByRole('button', { name: 'Get a new rate' })).toBeNull();
});
