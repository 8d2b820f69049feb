import type { ScreenModule } from '../loading/lazyScreen.tsx';
import type { ActionCodeProps } from './ActionCode.tsx';
import type { FlowProps } from './Flow.tsx';
import type { MailedCodeProps } from './MailedCode.tsx';

let template: typeof import('./template.ts') | undefined;

/**
 * Loader of a screen that has a flow, or asks for a code: fetches the template side by side with the screen. Its failure is the screen's,
 * with the same card and retry.
 *
 *     transfer: withFlow(() => import(/* webpackChunkName: "transfer" *\/ './screens/Transfer.tsx')),
 */
export function withFlow(load: () => Promise<ScreenModule>): () => Promise<ScreenModule> {
  return async () => {
    const [screen, flow] = await Promise.all([load(), import(/* webpackChunkName: "flow" */ './template.ts')]);
    template = flow;
    return screen;
  };
}

function loaded(): typeof import('./template.ts') {
  if (!template) throw new Error('The loader of this screen needs withFlow() around it');
  return template;
}

/** The one form of every money flow: input → confirm information → success → continue. */
export function Flow<Input, Receipt>(props: FlowProps<Input, Receipt>) {
  const { Flow: Loaded } = loaded();
  return <Loaded {...props} />;
}

/** What an action asks for beside its entries: a code of the authenticator or of a mail, or a passkey; often nothing. */
export function ActionCode(props: ActionCodeProps) {
  const { ActionCode: Loaded } = loaded();
  return <Loaded {...props} />;
}

/** A field for a mailed code, with the button that sends it. */
export function MailedCode(props: MailedCodeProps) {
  const { MailedCode: Loaded } = loaded();
  return <Loaded {...props} />;
}
