import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createMemoryRouter } from 'react-router-dom';
import { withTransitions } from './transitions.ts';

let callbacks: (() => void)[];
let skips: jest.Mock;
let likesLess: boolean;
beforeEach(() => {
  document.body.innerHTML = '<i data-travels></i>';
  callbacks = [];
  likesLess = false;
  Object.assign(window, { matchMedia: () => ({ matches: likesLess }) });
  skips = jest.fn();
  // A browser calls back with its next picture, and skips the transition that it has for the one that follows.
  Object.assign(document, {
    startViewTransition: (callback: () => void) => {
      callbacks.push(callback);
      return { ready: { catch: skips } };
    },
  });
});
afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition');
});

/** What the page shows while its browser has drawn nothing yet, and afterwards. */
function startPage(at = '/wallet') {
  const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: [at] });
  const shown: string[] = [];
  withTransitions(router).subscribe(({ location }) => shown.push(location.pathname));
  const go = async (to: string | number) => {
    if (typeof to === 'number') await router.navigate(to);
    else await router.navigate(to, { viewTransition: true });
    return document.documentElement.dataset.way;
  };
  const draw = () => {
    for (const callback of callbacks.splice(0)) callback();
  };
  return { go, draw, shown };
}

test('two taps before the browser has drawn the first end on the second, and a skipped transition is no error', async () => {
  const { go, draw, shown } = startPage();
  await go('/team');
  await go('/plan');
  expect(callbacks).toHaveLength(2);
  draw();
  expect(shown).toEqual(['/plan', '/plan']);
  expect(skips).toHaveBeenCalledTimes(2);
});

test('a screen comes from where it lies', async () => {
  const { go } = startPage();
  expect(await go('/wallet/deposit')).toBe('deeper');
  expect(await go('/wallet')).toBe('back');
  expect(await go('/plan/packages/3')).toBe('deeper');
  expect(await go('/team')).toBe('across');
  expect(await go(-1)).toBe('back');
});

test('only a stone that travels is drawn as a picture, and nothing for who wants less movement', async () => {
  const { go, draw, shown } = startPage();
  await go('/plan/buy/gold');
  expect(callbacks).toHaveLength(1);
  draw();
  document.body.innerHTML = '';
  expect(await go('/team')).toBe('across');
  document.body.innerHTML = '<svg data-size="large"></svg>';
  likesLess = true;
  await go('/account');
  expect(callbacks).toHaveLength(0);
  expect(shown).toEqual(['/plan/buy/gold', '/team', '/account']);
});

test('a screen that the browser has moved already does not come again, and the next one does', async () => {
  const { go } = startPage();
  await go('/team');
  window.dispatchEvent(Object.assign(new Event('popstate'), { hasUAVisualTransition: true }));
  expect(await go(-1)).toBe('none');
  expect(await go('/plan')).toBe('across');
});

test('once a screen has come, what follows on it comes from nowhere', async () => {
  const { go } = startPage();
  await go('/wallet/withdrawal');
  const end = (animationName: string) =>
    document.body.dispatchEvent(Object.assign(new Event('animationend', { bubbles: true }), { animationName }));
  end('spin');
  expect(document.documentElement.dataset.way).toBe('deeper');
  end('arrive');
  expect(document.documentElement.dataset.way).toBe('none');
});
