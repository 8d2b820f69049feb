/**
 * The flow template: a money flow gives its fields, what is confirmed, and the call. It comes with the first screen
 * that has a flow or asks for a code (`@trellis/shell-sdk/flow`), so that the first load carries none of it.
 */
export { useDraft } from '../forms/useDraft.ts';
export { ActionCode } from './ActionCode.tsx';
export type { ActionBody, ActionEndpoint } from './actionCall.ts';
export { Flow, type FlowProps } from './Flow.tsx';
export { ObstacleNotice, obstacleOf } from './guard.tsx';
export { type KeptResult, useKeptCall } from './keptCall.tsx';
export { MailedCode } from './MailedCode.tsx';
export { ShareReceipt } from './ShareReceipt.tsx';
export type { Confirmation, Success } from './shown.ts';
export { type AmountLimits, useAmountIssue } from './useAmountIssue.ts';
