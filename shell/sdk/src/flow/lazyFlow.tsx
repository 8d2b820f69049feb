import type { AmountInputProps } from '@trellis/kit/form';
import type { ScreenModule } from '../loading/lazyScreen.tsx';
import type { ActionCodeProps } from './ActionCode.tsx';
import type { FlowProps } from './Flow.tsx';
import type { MailedCodeProps } from './MailedCode.tsx';

let template: Template | undefined;

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

type Template = typeof import('./template.ts');

function loaded(): Template {
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

/** An amount with its unit. What was typed is read by `parseAmountInput`; this only holds the text. */
export function AmountInput(props: AmountInputProps) {
  const { AmountInput: Loaded } = loaded();
  return <Loaded {...props} />;
}

/** Reads an amount as members type it; whatever can be read in two ways is refused, never guessed. */
export const parseAmountInput: Template['parseAmountInput'] = (text, unit) => loaded().parseAmountInput(text, unit);

/** The sentence under an amount field, or `undefined` when the amount may go on. */
export const useAmountIssue: Template['useAmountIssue'] = () => loaded().useAmountIssue();

/** A field's text that outlives its screen. */
export const useDraft: Template['useDraft'] = (name) => loaded().useDraft(name);
