import { expect, test } from '@jest/globals';
import { createMemoryRouter } from 'react-router-dom';
import { notifyLate } from './notifyLate.ts';

test('who begins to listen after a screen has come is notified of it, and of the next', async () => {
  const router = createMemoryRouter([{ path: '/' }, { path: '/next' }]);
  // The router itself keeps what was missed for its first listener alone, which in the shell is another one.
  router.subscribe(() => undefined);
  const late = notifyLate(router);
  await router.navigate('/next');
  const seen: string[] = [];
  const stop = late.subscribe(({ location }) => seen.push(location.pathname));
  expect(seen).toEqual(['/next']);
  await late.navigate('/');
  expect(seen.at(-1)).toBe('/');
  stop();
  const reported = seen.length;
  await late.navigate('/next');
  expect(seen).toHaveLength(reported);
});
