/** What comes with the first screen that needs it, and not before. */

export { parseAmountInput } from '../format/amountInput.ts';
export { useDraft } from '../forms/useDraft.ts';
export { AmountInput } from '../kit/AmountInput.tsx';
export { ActionCode } from './ActionCode.tsx';
export { Flow } from './Flow.tsx';
export { MailedCode } from './MailedCode.tsx';
export { useAmountIssue } from './useAmountIssue.ts';
