import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { featureLoads } from './featureLoads.ts';
import { StillLoading } from './StillLoading.tsx';

beforeAll(() => startTexts('en', sdkTexts));
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const said = () => screen.queryByText('Still loading…') !== null;
const button = (name: string) => screen.queryByRole('button', { name });

test('silent at first, a word after four seconds, a choice after ten', () => {
  render(<StillLoading />);
  wait(3_999);
  expect(screen.getByRole('status').textContent).toBe('');
  wait(1);
  expect([said(), button('Try again')]).toEqual([true, null]);
  wait(6_000);
  expect([button('Keep waiting'), button('Try again')]).not.toContain(null);
});

test('who waits on is asked again after ten more seconds', () => {
  render(<StillLoading />);
  wait(10_000);
  fireEvent.click(screen.getByRole('button', { name: 'Keep waiting' }));
  expect([said(), button('Keep waiting')]).toEqual([true, null]);
  wait(9_999);
  expect(button('Keep waiting')).toBeNull();
  wait(1);
  expect(button('Keep waiting')).not.toBeNull();
});

/** Waits for a script as webpack does; the handler is gone once it is answered. */
const scriptFrom = (address: string) =>
  new Promise<string>((resolve, reject) => {
    const script = document.createElement('script');
    script.type = 'text/x-not-run';
    script.dataset.address = address;
    const end = (settle: () => void) => () => {
      script.onload = null;
      script.onerror = null;
      script.remove();
      settle();
    };
    script.onload = end(() => resolve(address));
    script.onerror = end(() => reject(new Error(`no ${address}`)));
    featureLoads.wait('team', (why) => script.onerror?.(new Event(why)));
    document.head.append(script);
  });
const pending = () => [...document.head.querySelectorAll<HTMLScriptElement>('script')];

test('Try again ends the wait for every file and begins the load again, with the whole silence', async () => {
  render(<StillLoading />);
  const notes: unknown[] = [];
  featureLoads.takeNotes(({ givenUp, failure }) => notes.push([givenUp, failure?.kind]));
  let tries = 0;
  const loaded = featureLoads.attempt({ feature: 'team', release: '1' }, () => {
    tries += 1;
    return scriptFrom(`/team.js?r=${tries}`);
  });
  wait(10_000);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(said()).toBe(false);
  expect(pending().map(({ dataset }) => dataset.address)).toEqual(['/team.js?r=2']);
  pending()[0]?.dispatchEvent(new Event('load'));
  await expect(loaded).resolves.toBe('/team.js?r=2');
  expect(notes).toEqual([[true, 'crashed']]);
});

test('a failure that nobody asked for is not tried again by itself', async () => {
  let tries = 0;
  const loaded = featureLoads.attempt({ feature: 'team', release: '1' }, () => {
    tries += 1;
    return Promise.reject(new TypeError('broken'));
  });
  await expect(loaded).rejects.toMatchObject({ failure: { kind: 'crashed', feature: 'team', release: '1' } });
  expect(tries).toBe(1);
});
