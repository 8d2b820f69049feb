/** What a screen with a form needs, and what stands at its end. It comes with the first of them, not with the page. */

export { FieldError } from './choice/Field.tsx';
export * from './choice/People.tsx';
export * from './choice/UnitChoice.tsx';
export * from './form/AmountInput.tsx';
export * from './form/Cases.tsx';
export * from './form/Closing.tsx';
export * from './form/Done.tsx';
export * from './form/FactorInput.tsx';
export * from './form/Form.tsx';
export * from './form/Meter.tsx';
export * from './form/Options.tsx';
export * from './form/parseAmountInput.ts';
export * from './form/TextArea.tsx';
export * from './form/TextInput.tsx';
export * from './form/useCountdown.ts';
export * from './form/useSettled.ts';
