import { textBundle } from '@trellis/shell-sdk';

/** What is said about the app lock. */
export const lockTexts = textBundle('lock', {
  en: () => import(/* webpackChunkName: "lock-en" */ './texts/en.json'),
  jp: () => import(/* webpackChunkName: "lock-jp" */ './texts/jp.json'),
  zh: () => import(/* webpackChunkName: "lock-zh" */ './texts/zh.json'),
  ko: () => import(/* webpackChunkName: "lock-ko" */ './texts/ko.json'),
});
