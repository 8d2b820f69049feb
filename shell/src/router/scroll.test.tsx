import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom';
import { rememberScroll, useRememberedScroll } from './scroll.ts';

let scrolled = 0;
const scrollTo = jest.fn((_: number, y: number) => {
  scrolled = y;
});

beforeEach(() => {
  scrolled = 0;
  Object.defineProperty(window, 'scrollTo', { value: scrollTo, configurable: true });
  Object.defineProperty(window, 'scrollY', { get: () => scrolled, configurable: true });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function Frame() {
  useRememberedScroll();
  return <Outlet />;
}

async function show() {
  const router = createBrowserRouter([
    {
      element: <Frame />,
      children: [
        { path: '/', element: <p>home</p> },
        { path: '/long', element: <p id="end">long</p> },
      ],
    },
  ]);
  rememberScroll(router);
  await act(async () => void render(<RouterProvider router={router} />));
  return router;
}

test('a new page begins at its top, and going back finds the place again', async () => {
  const router = await show();
  scrolled = 700;
  await act(() => router.navigate('/long'));
  expect(scrolled).toBe(0);
  scrolled = 90;
  await act(async () => {
    window.history.back();
    await new Promise((done) => window.addEventListener('popstate', done, { once: true }));
  });
  expect(scrolled).toBe(700);
});

test('an anchor in the address is gone to', async () => {
  const router = await show();
  const intoView = jest.fn();
  Element.prototype.scrollIntoView = intoView;
  await act(() => router.navigate('/long#end'));
  expect(intoView).toHaveBeenCalledTimes(1);
});

test('a page that is left keeps its place for the reload', async () => {
  const router = await show();
  scrolled = 321;
  window.dispatchEvent(new Event('pagehide'));
  const kept: unknown = JSON.parse(sessionStorage.getItem('scroll') ?? '{}');
  expect(kept).toMatchObject({ [router.state.location.key]: 321 });
});
