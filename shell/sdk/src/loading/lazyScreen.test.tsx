import { expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { featureLoads } from './featureLoads.ts';
import { lazyScreen, type ScreenModule } from './lazyScreen.tsx';

const Home = () => <p>the screen</p>;
const broken = Object.assign(new Error('no'), {
  name: 'ChunkLoadError',
  feature: 'team',
  release: '1',
  chunkId: 'home',
  type: 'missing',
  request: 'http://app.test/home.js',
});

/** A screen whose first loads fail; `loads` counts all of them. */
async function show(failures: number) {
  await startTexts('en', sdkTexts);
  const counter = { loads: 0 };
  const load = async (): Promise<ScreenModule> => {
    counter.loads += 1;
    if (counter.loads <= failures) throw broken;
    return { Component: Home };
  };
  const router = createMemoryRouter([
    {
      path: '/',
      HydrateFallback: () => null,
      lazy: lazyScreen({ feature: 'team', screen: 'nothing', load }),
    },
    { path: '/other', element: <p>elsewhere</p> },
  ]);
  await act(async () => void render(<RouterProvider router={router} />));
  return { counter, router };
}

/** The next frame has been made. */
const framed = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

test('a screen that loads is shown, and loaded once', async () => {
  const { counter } = await show(0);
  expect(screen.queryByText('the screen')).not.toBeNull();
  expect(counter.loads).toBe(1);
  cleanup();
});

test('a failed screen is a card that says why; Retry loads it again, as often as it takes', async () => {
  const { counter } = await show(2);
  expect(screen.getByRole('alert').textContent).toContain('Team didn’t load');
  expect(screen.getByText('missing')).not.toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByRole('alert')).not.toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.queryByText('the screen')).not.toBeNull();
  expect(counter.loads).toBe(3);
  cleanup();
});

test('no failure is remembered: coming back tries again', async () => {
  const { counter, router } = await show(1);
  expect(screen.getByRole('alert')).not.toBeNull();
  await act(() => router.navigate('/other'));
  expect(counter.loads).toBe(1);
  await act(() => router.navigate('/'));
  expect(screen.queryByText('the screen')).not.toBeNull();
  expect(counter.loads).toBe(2);
  cleanup();
});

test('a load is noted when its screen is on the page, and once however often it is gone to', async () => {
  // What the tests before have put on the page is notified after its frame.
  await framed();
  const notes: object[] = [];
  featureLoads.takeNotes((note) => notes.push(note));
  notes.length = 0;
  const { router } = await show(1);
  expect(notes).toMatchObject([{ feature: 'team', failure: { kind: 'chunk' } }]);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  await framed();
  await act(() => router.navigate('/other'));
  await act(() => router.navigate('/'));
  await framed();
  expect(notes.slice(1)).toEqual([
    { feature: 'team', release: '', milliseconds: expect.any(Number), firstPaintMs: expect.any(Number) },
  ]);
  cleanup();
});
