import { textBundle } from '@trellis/shell-sdk';

/** What is said about the home screen; it comes with the offer. */
export const installTexts = textBundle('install', {
  en: () => import(/* webpackChunkName: "install-en" */ './texts/en.json'),
  jp: () => import(/* webpackChunkName: "install-jp" */ './texts/jp.json'),
  zh: () => import(/* webpackChunkName: "install-zh" */ './texts/zh.json'),
  ko: () => import(/* webpackChunkName: "install-ko" */ './texts/ko.json'),
});
