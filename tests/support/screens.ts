import { featuresOf, type ScreenRoute } from '@trellis/api-contract';
import { routes as shellRoutes } from '../../shell/src/router/routes.ts';

/** What stands in the place of a parameter: an id of what everybody has, or where all see the same. */
const parameters: Readonly<Record<string, string>> = { ':id': '1' };

/** Where it has to be another. */
const examples: Readonly<Record<string, string>> = {
  '/setPassword/:id': '/setPassword/x',
  '/wallet/records/:id': '/wallet/records/101-1',
  '/plan/buy/:level': '/plan/buy/gold',
  '/rules/:subject': '/rules/limit',
  '/releases/:feature': '/releases/wallet',
  '/members/:username': '/members/demo',
  '/operators/:name': '/operators/ops-ann',
  '/certificate/:contract': '/certificate/0193a1b2-c3d4-7e5f-8a6b-0123456789ab',
};

const features = featuresOf('member');
const opened = features.flatMap(({ open = [] }) => open);
const featurePaths = (await Promise.all(features.map(({ name }) => routesOf(name)))).flat().map(exampleOf);
const isOpen = (path: string): boolean => opened.includes(path.split('/')[1] ?? '');

/** Every address that shows a screen to visitors. */
export const publicPaths: readonly string[] = [
  ...shellRoutes.map(exampleOf),
  ...featurePaths.filter(isOpen),
  '/Error',
  '/500',
  '/nowhere',
];

/**
 * Every address that shows a screen to members; from the end, so that a screen which leads on to one after it in its feature's
 * list does so when that was looked at: the page would else be there already.
 */
export const memberPaths: readonly string[] = [...featurePaths.filter((path) => !isOpen(path)), '/nowhere'].reverse();

/** Every address that shows a screen to operators who are logged in. */
export const consolePaths: readonly string[] = (await routesOf('operator'))
  .filter(({ screen }) => screen !== 'logIn' && screen !== 'enrol')
  .map(exampleOf);

/** A feature's own list, each screen once whatever its addresses: a new one is looked at without an entry here. */
async function routesOf(feature: string): Promise<readonly ScreenRoute[]> {
  const module: { readonly routes: readonly ScreenRoute[] } = await import(`../../mf-${feature}/src/routes.ts`);
  const isFirst = ({ screen }: ScreenRoute, index: number): boolean =>
    module.routes.findIndex((route) => route.screen === screen) === index;
  return module.routes.filter(isFirst);
}

/** @throws Error if it has a parameter that stands for nothing here */
function exampleOf({ path }: ScreenRoute): string {
  return (
    examples[path] ??
    path.replace(/:\w+/g, (parameter) => {
      const value = parameters[parameter];
      if (value === undefined) throw new Error(`${path}: tests/support/screens.ts has no example of ${parameter}`);
      return value;
    })
  );
}
