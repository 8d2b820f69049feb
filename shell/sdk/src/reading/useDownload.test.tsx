import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ExternalLink } from '@trellis/kit';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import errors from '../texts/errors.en.json';
import sdk from '../texts/sdk.en.json';
import { useDownload } from './useDownload.tsx';

const kept: string[] = [];
const texts = createInstance();
beforeEach(async () => {
  kept.length = 0;
  const interpolation = { prefix: '{', suffix: '}', escapeValue: false };
  await texts
    .use(initReactI18next)
    .init({ lng: 'en', resources: { en: { errors, sdk } }, keySeparator: false, interpolation });
  Object.assign(URL, { createObjectURL: () => 'blob:it', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    kept.push(`${this.href} ${this.download}`);
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

function Page() {
  const { onClick, notice } = useDownload();
  return (
    <>
      {notice}
      <ExternalLink href="/api/v1/statements/2026-03/pdf" download onClick={onClick}>
        PDF
      </ExternalLink>
    </>
  );
}
const Statement = () => (
  <I18nextProvider i18n={texts}>
    <Page />
  </I18nextProvider>
);

const file = {
  ok: true,
  headers: new Headers({ 'content-disposition': 'attachment; filename="statement-2026-03.pdf"' }),
  blob: async () => new Blob(['%PDF']),
} as Response;
const refusal = (code: string) =>
  ({ ok: false, json: async () => ({ code, params: { seconds: 5 }, requestId: 'r' }) }) as Response;

test('a busy server is shown in the page, and a retry brings the file', async () => {
  const spy = jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(refusal('server.busy'));
  render(<Statement />);
  fireEvent.click(screen.getByRole('link'));
  expect((await screen.findByRole('alert')).textContent).toContain(errors['server.busy'].replace('{seconds}', '5'));
  expect(kept).toEqual([]);
  spy.mockResolvedValueOnce(file);
  fireEvent.click(screen.getByRole('button', { name: 'failure.retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(kept).toEqual(['blob:it statement-2026-03.pdf']);
});

test('a file that breaks off is none, and a proxy’s page is no answer', async () => {
  const broken = { ...file, blob: () => Promise.reject(new TypeError('cut off')) } as Response;
  const page = { ok: false, json: () => Promise.reject(new SyntaxError('<html>')) } as unknown as Response;
  const spy = jest.spyOn(globalThis, 'fetch');
  render(<Statement />);
  for (const answer of [broken, page]) {
    spy.mockResolvedValueOnce(answer);
    fireEvent.click(screen.getByRole('link'));
    expect((await screen.findByRole('alert')).textContent).toContain(sdk['network.failed']);
  }
  expect(kept).toEqual([]);
});

test('another tab is the browser’s own business', () => {
  const spy = jest.spyOn(globalThis, 'fetch');
  render(<Statement />);
  fireEvent.click(screen.getByRole('link'), { ctrlKey: true });
  expect(spy).not.toHaveBeenCalled();
});
