/** What every screen is made of. What only some screens need, those with a form, is in `form.ts`. */
import './styles/index.ts';

export * from './action/Button.tsx';
export * from './action/IconButton.tsx';
export * from './action/useCopy.ts';
export * from './choice/Choice.tsx';
export type { FieldTexts } from './choice/Field.tsx';
export * from './form/unfinished.ts';
export * from './format/index.ts';
export * from './frame/Bar.tsx';
export * from './frame/Navigation.tsx';
export * from './frame/Screen.tsx';
export * from './frame/Sheet.tsx';
export * from './frame/ShellParts.ts';
export { ToastProvider, useToast } from './frame/Toast.tsx';
export * from './icon/Icon.tsx';
export type { IconName, IconSource } from './icon/icons.ts';
export * from './message/Empty.tsx';
export * from './message/FailureCard.tsx';
export * from './message/Notice.tsx';
export * from './message/Skeleton.tsx';
export * from './surface/Amount.tsx';
export * from './surface/Card.tsx';
export * from './surface/Chip.tsx';
export * from './surface/Rows.tsx';
export * from './surface/Summary.tsx';
export * from './surface/Text.tsx';
