import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { store } from '@trellis/shell-sdk';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { fakeApi, refusal } from '../../jest/fakeApi.ts';
import { sdkTexts } from '../../sdk/src/texts/sdkTexts.ts';
import { startTexts } from '../../sdk/src/texts/texts.ts';
import { shellTexts } from '../texts/shellTexts.ts';
import { Component as Login } from './Login.tsx';

beforeAll(() => startTexts('en', [...sdkTexts, shellTexts]));
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

test('the code step is no failure: the next field is asked for, with the focus in it and nothing marked wrong', async () => {
  const api = fakeApi({ 'POST /session': refusal('auth.second_factor_required', 401) });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Login />
      </MemoryRouter>
    </Provider>,
  );
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'demo' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  const code = await screen.findByLabelText('Google Authenticator code');
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(code.getAttribute('aria-invalid')).toBe('true');

  // Nothing else is asked for: the sixth digit sends it.
  api.queue('POST /session', refusal('twofactor.incorrect', 422));
  fireEvent.change(code, { target: { value: '12345' } });
  expect(api.calls('POST /session')).toHaveLength(1);
  fireEvent.change(code, { target: { value: '123456' } });
  expect(await screen.findByText('Incorrect Verification Code')).toBeTruthy();
  expect(api.calls('POST /session').at(-1)?.body).toMatchObject({ username: 'demo', code: '123456' });
});
