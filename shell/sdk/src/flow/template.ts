/** What comes with the first screen that needs it, and not before. */

export { AmountInput, parseAmountInput } from '@trellis/kit/form';
export { useDraft } from '../forms/useDraft.ts';
export { ActionCode } from './ActionCode.tsx';
export { Flow } from './Flow.tsx';
export { MailedCode } from './MailedCode.tsx';
export { useAmountIssue } from './useAmountIssue.ts';
