import { textBundle } from '@trellis/shell-sdk';

/** What is said about notifications while the product is closed; it comes with the sheet. */
export const pushTexts = textBundle('push', {
  en: () => import(/* webpackChunkName: "push-en" */ './texts/en.json'),
  jp: () => import(/* webpackChunkName: "push-jp" */ './texts/jp.json'),
  zh: () => import(/* webpackChunkName: "push-zh" */ './texts/zh.json'),
  ko: () => import(/* webpackChunkName: "push-ko" */ './texts/ko.json'),
});
