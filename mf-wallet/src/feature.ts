import { CONTRACT, defineFeature, screenRoutes, textBundle } from '@trellis/shell-sdk';
import { routes, screens } from './routes.ts';
import { sharingScreen } from './sharingScreen.ts';

const texts = textBundle('wallet', {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  jp: () => import(/* webpackChunkName: "texts-jp" */ './texts/jp.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json'),
  ko: () => import(/* webpackChunkName: "texts-ko" */ './texts/ko.json'),
});

export default defineFeature({
  contract: CONTRACT,
  release: __TRELLIS_RELEASE__,
  routes: sharingScreen(screenRoutes('wallet', routes, screens), '/wallet/records'),
  texts,
});
