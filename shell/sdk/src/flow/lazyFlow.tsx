import type { ScreenModule } from '../loading/lazyScreen.tsx';
import type { FlowProps } from './Flow.tsx';

let template: typeof import('./Flow.tsx') | undefined;

/**
 * Loader of a screen that has a flow: fetches the template side by side with the screen. Its failure is the screen's,
 * with the same card and retry.
 *
 *     transfer: withFlow(() => import(/* webpackChunkName: "transfer" *\/ './screens/Transfer.tsx')),
 */
export function withFlow(load: () => Promise<ScreenModule>): () => Promise<ScreenModule> {
  return async () => {
    const [screen, flow] = await Promise.all([load(), import(/* webpackChunkName: "flow" */ './Flow.tsx')]);
    template = flow;
    return screen;
  };
}

/** The one form of every money flow: input → confirm information → success → continue. */
export function Flow<Input, Receipt>(props: FlowProps<Input, Receipt>) {
  if (!template) throw new Error('The loader of a screen with a flow needs withFlow() around it');
  return <template.Flow {...props} />;
}
