export { openBrowser, openKept } from './askPasskey.ts';
export { showLock } from './LockScreen.tsx';
export { LockSheet } from './LockSheet.tsx';
