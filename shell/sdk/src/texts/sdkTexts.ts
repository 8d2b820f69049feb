import type { Language } from '@trellis/api-contract';
import type { TextBundle, TextResource } from './bundle.ts';

type Files = Record<Language, () => Promise<{ default: TextResource }>>;

const bundle = (namespace: string, files: Files): TextBundle => ({
  namespace,
  load: (language) => files[language](),
});

/** Texts that every page needs: error codes, the kit, and what the sdk itself says. They share the shell's chunk. */
export const sdkTexts: readonly TextBundle[] = [
  bundle('errors', {
    en: () => import(/* webpackChunkName: "texts-en" */ './errors.en.json'),
    jp: () => import(/* webpackChunkName: "texts-jp" */ './errors.jp.json'),
    zh: () => import(/* webpackChunkName: "texts-zh" */ './errors.zh.json'),
    ko: () => import(/* webpackChunkName: "texts-ko" */ './errors.ko.json'),
  }),
  bundle('sdk', {
    en: () => import(/* webpackChunkName: "texts-en" */ './sdk.en.json'),
    jp: () => import(/* webpackChunkName: "texts-jp" */ './sdk.jp.json'),
    zh: () => import(/* webpackChunkName: "texts-zh" */ './sdk.zh.json'),
    ko: () => import(/* webpackChunkName: "texts-ko" */ './sdk.ko.json'),
  }),
  bundle('kit', {
    en: () => import(/* webpackChunkName: "texts-en" */ '@trellis/kit/texts/en.json'),
    jp: () => import(/* webpackChunkName: "texts-jp" */ '@trellis/kit/texts/jp.json'),
    zh: () => import(/* webpackChunkName: "texts-zh" */ '@trellis/kit/texts/zh.json'),
    ko: () => import(/* webpackChunkName: "texts-ko" */ '@trellis/kit/texts/ko.json'),
  }),
];
