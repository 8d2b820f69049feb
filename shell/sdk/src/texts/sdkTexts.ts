import { type TextBundle, textBundle } from './bundle.ts';

/** Texts that every page needs: error codes, the kit, and what the sdk itself says. They share the shell's chunk. */
export const sdkTexts: readonly TextBundle[] = [
  textBundle('errors', {
    en: () => import(/* webpackChunkName: "texts-en" */ './errors.en.json'),
    jp: () => import(/* webpackChunkName: "texts-jp" */ './errors.jp.json'),
    zh: () => import(/* webpackChunkName: "texts-zh" */ './errors.zh.json'),
    ko: () => import(/* webpackChunkName: "texts-ko" */ './errors.ko.json'),
  }),
  textBundle('sdk', {
    en: () => import(/* webpackChunkName: "texts-en" */ './sdk.en.json'),
    jp: () => import(/* webpackChunkName: "texts-jp" */ './sdk.jp.json'),
    zh: () => import(/* webpackChunkName: "texts-zh" */ './sdk.zh.json'),
    ko: () => import(/* webpackChunkName: "texts-ko" */ './sdk.ko.json'),
  }),
  textBundle('kit', {
    en: () => import(/* webpackChunkName: "texts-en" */ '@trellis/kit/texts/en.json'),
    jp: () => import(/* webpackChunkName: "texts-jp" */ '@trellis/kit/texts/jp.json'),
    zh: () => import(/* webpackChunkName: "texts-zh" */ '@trellis/kit/texts/zh.json'),
    ko: () => import(/* webpackChunkName: "texts-ko" */ '@trellis/kit/texts/ko.json'),
  }),
];
