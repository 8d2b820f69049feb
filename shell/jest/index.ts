/** For tests of features: a part as a member sees it, and the API behind it. */
export { installDialogs } from './dialogs.ts';
export { answer, fakeApi, refusal, type Said, type Seen } from './fakeApi.ts';
export { showPart, startParts } from './showPart.tsx';
