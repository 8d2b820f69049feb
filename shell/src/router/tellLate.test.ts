import { expect, test } from '@jest/globals';
import { createMemoryRouter } from 'react-router-dom';
import { tellLate } from './tellLate.ts';

test('who begins to listen after a screen has come is told of it, and of the next', async () => {
  const router = createMemoryRouter([{ path: '/' }, { path: '/next' }]);
  // The router itself keeps what was missed for its first listener alone, which in the shell is another one.
  router.subscribe(() => undefined);
  const late = tellLate(router);
  await router.navigate('/next');
  const seen: string[] = [];
  const stop = late.subscribe(({ location }) => seen.push(location.pathname));
  expect(seen).toEqual(['/next']);
  await late.navigate('/');
  expect(seen.at(-1)).toBe('/');
  stop();
  const told = seen.length;
  await late.navigate('/next');
  expect(seen).toHaveLength(told);
});
