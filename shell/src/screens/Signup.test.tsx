import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { store } from '@trellis/shell-sdk';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answer, fakeApi } from '../../jest/fakeApi.ts';
import { sdkTexts } from '../../sdk/src/texts/sdkTexts.ts';
import { startTexts } from '../../sdk/src/texts/texts.ts';
import { shellTexts } from '../texts/shellTexts.ts';
import { Component as Signup } from './Signup.tsx';

beforeAll(() => startTexts('en', [...sdkTexts, shellTexts]));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  jest.restoreAllMocks();
});

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
/** The form, as the router shows it; `leave` goes on to another page as the browser's address does. */
function open() {
  const shown = render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Signup /> }])} />
    </Provider>,
  );
  return (path: string) => {
    window.history.replaceState(null, '', path);
    shown.unmount();
  };
}

test('a code that was sent ends what was wrong with its field, and nothing else is judged', async () => {
  fakeApi({ 'POST /email-codes': answer({ resendAfterSeconds: 60 }) });
  open();
  type('E-mail', 'kim@example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Register' }));
  expect(field('Verification code').getAttribute('aria-invalid')).toBe('true');
  expect(field('Repeat password').getAttribute('aria-invalid')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByRole('link', { name: 'Enter the code on a separate page' });
  expect(field('Verification code').getAttribute('aria-invalid')).toBeNull();
  expect(field('Repeat password').getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['/verifyEmail', 'seven quiet lattices'],
  ['/terms', 'seven quiet lattices'],
  ['/login', ''],
])('on the way to %s the passwords stay in memory or go, and are never stored', (path, kept) => {
  fakeApi({});
  const leave = open();
  type('E-mail', 'kim@example.com');
  type('Password', 'seven quiet lattices');
  type('Repeat password', 'seven quiet lattices');
  leave(path);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('seven quiet');
  open();
  expect([field('E-mail').value, field('Password').value, field('Repeat password').value]).toEqual([
    'kim@example.com',
    kept,
    kept,
  ]);
});
