export { InstallBar } from './InstallBar.tsx';
export { InstalledToast, InstallSheet } from './InstallSheet.tsx';
