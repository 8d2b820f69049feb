import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { store } from '@trellis/shell-sdk';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answer, fakeApi, refusal } from '../../jest/fakeApi.ts';
import { sdkTexts } from '../../sdk/src/texts/sdkTexts.ts';
import { startTexts } from '../../sdk/src/texts/texts.ts';
import { withAccessTexts } from '../access/accessTexts.ts';
import { accessApi } from '../signup/accessApi.ts';
import { shellTexts } from '../texts/shellTexts.ts';
import { Component as Signup } from './Signup.tsx';

beforeAll(async () => {
  await startTexts('en', [...sdkTexts, shellTexts]);
  await withAccessTexts(async () => ({ Component: Signup }))();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  store.dispatch(accessApi.util.resetApiState());
  jest.restoreAllMocks();
});

const link = '/signup?code=DEMO2026&side=left';
const ticket = answer({ ticket: 't'.repeat(43), expiresAt: '2999-01-01T00:00:00Z' });
const inviter = { 'GET /invitations/DEMO2026': answer({ code: 'DEMO2026', inviter: 'demo' }) };
const verified = { ...inviter, 'POST /email-codes/verification': ticket };

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** The registration, as the router shows it; `leave` goes on to another page as the browser's address does. */
function open(address = '/signup') {
  const router = createMemoryRouter([{ path: '*', element: <Signup /> }], { initialEntries: [address] });
  const shown = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return {
    address: () => router.state.location.pathname + router.state.location.search,
    leave(path: string) {
      window.history.replaceState(null, '', path);
      shown.unmount();
    },
  };
}

/** From the first page to the second, with the address proven. */
async function prove(): Promise<void> {
  type('E-mail', 'kim@example.com');
  type('Verification code', '123456');
  press('Continue');
  await screen.findByLabelText('Username');
}

async function name(): Promise<void> {
  type('Username', 'kim');
  type('Password', 'seven quiet lattices');
  type('Repeat password', 'seven quiet lattices');
  press('Continue');
  await screen.findByRole('checkbox');
}

test('a link begins with who invites and to which place; nothing of it is asked for again', async () => {
  const api = fakeApi({
    ...verified,
    'POST /members': answer({ member: { username: 'kim', language: 'en', suspended: false } }),
  });
  const { address } = open(link);
  expect((await screen.findByText('Left of demo')).textContent).toBe('Left of demo');
  expect(screen.queryByRole('textbox')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Register' }));
  expect(address()).toBe(`${link}&step=1`);
  expect(document.activeElement).toBe(field('E-mail'));
  await prove();
  expect(address()).toBe(`${link}&step=2`);
  expect(document.activeElement).toBe(field('Username'));
  await name();
  expect(address()).toBe(`${link}&step=3`);
  expect(screen.getByText('Left of demo')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox'));
  press('Register');
  await waitFor(() => expect(api.calls('POST /members')).toHaveLength(1));
  expect(api.calls('POST /members')[0]?.body).toMatchObject({
    username: 'kim',
    invitationCode: 'DEMO2026',
    side: 'left',
    emailTicket: 't'.repeat(43),
  });
});

test('what a link brought can be another, and is the address from then on', async () => {
  fakeApi({ ...inviter, 'GET /invitations/HANA2026': answer({ code: 'HANA2026', inviter: 'hana' }) });
  const { address } = open(link);
  fireEvent.click(await screen.findByRole('link', { name: 'Change' }));
  expect(field('Invitation code').value).toBe('DEMO2026');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Left' }).checked).toBe(true);
  type('Invitation code', 'hana2026');
  fireEvent.click(screen.getByRole('radio', { name: 'Right' }));
  expect(await screen.findByText('Invited by hana')).toBeTruthy();
  press('Register');
  expect(address()).toBe('/signup?code=HANA2026&side=right&step=1');
});

test('an invitation that does not exist says so, and another code can be entered', async () => {
  fakeApi({ 'GET /invitations/DEMO2026': refusal('member.invitation_unknown', 404) });
  open(link);
  expect((await screen.findByRole('alert')).textContent).toContain('This invitation does not exist');
  fireEvent.click(screen.getByRole('link', { name: 'Enter another code' }));
  expect(field('Invitation code')).toBeTruthy();
});

test('without a link, code and side are asked for at the end', async () => {
  fakeApi(verified);
  const { address } = open();
  await prove();
  await name();
  expect(address()).toBe('/signup?step=3');
  press('Register');
  expect(field('Invitation code').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('Invitation code'));
  expect(screen.getAllByRole('radio')).toHaveLength(2);
});

test('what is wrong on an earlier page leads back to it, with the focus where it is wrong', async () => {
  const api = fakeApi({ ...verified, 'POST /members': refusal('member.username_taken', 409) });
  const { address } = open(link);
  fireEvent.click(await screen.findByRole('link', { name: 'Register' }));
  await prove();
  await name();
  fireEvent.click(screen.getByRole('checkbox'));
  press('Register');
  await waitFor(() => expect(field('Username').getAttribute('aria-invalid')).toBe('true'));
  expect(address()).toBe(`${link}&step=2`);
  expect(document.activeElement).toBe(field('Username'));
  expect(field('Password').value).toBe('seven quiet lattices');
  expect(api.calls('POST /members')).toHaveLength(1);
});

test('a wrong code stays on its page', async () => {
  fakeApi({ ...inviter, 'POST /email-codes/verification': refusal('code.incorrect', 422) });
  const { address } = open(`${link}&step=1`);
  type('E-mail', 'kim@example.com');
  type('Verification code', '123456');
  press('Continue');
  await waitFor(() => expect(field('Verification code').getAttribute('aria-invalid')).toBe('true'));
  expect(address()).toBe(`${link}&step=1`);
});

test('opened again, a page that lacks something earlier gives way to where it is missing', async () => {
  fakeApi(verified);
  const { address, leave } = open(`${link}&step=1`);
  await prove();
  type('Username', 'kim');
  leave('/login');
  const again = open(`${link}&step=3`);
  await waitFor(() => expect(again.address()).toBe(`${link}&step=2`));
  expect(field('Username').value).toBe('kim');
  expect(address()).toBe(`${link}&step=2`);
});

test('a code that was sent ends what was wrong with its field, and nothing else is judged', async () => {
  fakeApi({ 'POST /email-codes': answer({ resendAfterSeconds: 60 }) });
  open();
  type('E-mail', 'kim@');
  press('Continue');
  expect(field('Verification code').getAttribute('aria-invalid')).toBe('true');
  type('E-mail', 'kim@example.com');
  press('Send code');
  await screen.findByRole('link', { name: 'Enter the code on a separate page' });
  expect(field('Verification code').getAttribute('aria-invalid')).toBeNull();
});

test.each([
  ['/verifyEmail', 'seven quiet lattices'],
  ['/terms', 'seven quiet lattices'],
  ['/login', ''],
])('on the way to %s the passwords stay in memory or go, and are never stored', async (path, kept) => {
  fakeApi(verified);
  const { leave } = open();
  await prove();
  type('Password', 'seven quiet lattices');
  type('Repeat password', 'seven quiet lattices');
  leave(path);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('seven quiet');
  open('/signup?step=2');
  expect([field('Password').value, field('Repeat password').value]).toEqual([kept, kept]);
});
