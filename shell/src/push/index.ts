export { confirmSubscription } from './confirmSubscription.ts';
export { PushBar } from './PushBar.tsx';
export { PushSheet } from './PushSheet.tsx';
