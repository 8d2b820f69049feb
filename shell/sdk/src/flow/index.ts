/** The flow template: a money flow gives its fields, what is confirmed, and the call. */
export { type Confirmation, Flow, type FlowProps, type Success } from './Flow.tsx';
export { type AmountLimits, useAmountIssue } from './useAmountIssue.ts';
export { isFlowBusy, type Submit } from './useFlow.ts';
