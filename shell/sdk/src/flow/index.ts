/**
 * The flow template: a money flow gives its fields, what is confirmed, and the call. The template itself comes with the
 * first screen that needs it (`withFlow`), so that the first load carries none of it.
 */
export type { Confirmation, FlowProps, Success } from './Flow.tsx';
export {
  ActionCode,
  AmountInput,
  Flow,
  MailedCode,
  parseAmountInput,
  useAmountIssue,
  useDraft,
  withFlow,
} from './lazyFlow.tsx';
export type { AmountLimits } from './useAmountIssue.ts';
export type { Submit } from './useFlow.ts';
