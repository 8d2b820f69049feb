import { textBundle } from '@trellis/shell-sdk';
import { lazyTexts } from '@trellis/shell-sdk/host';

/** What the rarely needed screens around the log-in say; it comes with the first of them. */
export const withAccessTexts = lazyTexts(
  textBundle('access', {
    en: () => import(/* webpackChunkName: "access-en" */ './texts.en.json'),
    jp: () => import(/* webpackChunkName: "access-jp" */ './texts.jp.json'),
    zh: () => import(/* webpackChunkName: "access-zh" */ './texts.zh.json'),
    ko: () => import(/* webpackChunkName: "access-ko" */ './texts.ko.json'),
  }),
);
