import { textBundle } from '@trellis/shell-sdk';

/** What the shell's own screens and its layout say. */
export const shellTexts = textBundle('shell', {
  en: () => import(/* webpackChunkName: "texts-en" */ './shell.en.json'),
  jp: () => import(/* webpackChunkName: "texts-jp" */ './shell.jp.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ './shell.zh.json'),
  ko: () => import(/* webpackChunkName: "texts-ko" */ './shell.ko.json'),
});
