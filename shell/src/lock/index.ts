export { openBrowser, openElsewhere, openKept, readAgain } from './askPasskey.ts';
export { showLock } from './LockScreen.tsx';
export { LockSheet } from './LockSheet.tsx';
