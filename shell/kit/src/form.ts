/** What a screen with a form needs, and no other. */
export * from './form/AmountInput.tsx';
export * from './form/parseAmountInput.ts';
