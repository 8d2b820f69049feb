/** What comes with the first screen that needs it, and not before. */
export { ActionCode } from './ActionCode.tsx';
export { Flow } from './Flow.tsx';
export { MailedCode } from './MailedCode.tsx';
