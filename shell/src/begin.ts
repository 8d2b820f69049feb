import { keepInstallPrompt } from './boot/installPrompt.ts';
import { takeMailLink } from './signup/mailLink.ts';

/**
 * What the page starts with, in the order in which it is needed. Each runs in a task of its own: in one, a phone would answer
 * no tap for a third of a second.
 */
const parts = [
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  // Every screen asks the API: what gives the client its endpoints comes with the start, not as one more file.
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@trellis/api-contract/member'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@reduxjs/toolkit/query/react'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ 'i18next'),
  () => import(/* webpackMode: "eager", webpackExports: [] */ '@trellis/shell-sdk'),
  () => import(/* webpackMode: "eager" */ './main.tsx'),
];

const ownScript = document.currentScript;

async function begin(): Promise<void> {
  for (const part of parts) {
    await new Promise((next) => setTimeout(next));
    await part();
  }
}

// First of all: a secret from a mail must not stay in the address bar.
takeMailLink();
keepInstallPrompt();
begin().catch(() => {
  const address = ownScript instanceof HTMLScriptElement ? ownScript.src : '';
  globalThis.trellisFailed?.('feature.load_failed', 'shell', 'other', address);
});
