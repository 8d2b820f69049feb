import { CONTRACT, defineFeature, screenRoutes, textBundle } from '@trellis/shell-sdk';
import { takeEnrolmentToken } from './enrolment/enrolmentToken.ts';
import { routes, screens } from './routes.ts';

const texts = textBundle('operator', {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  jp: () => import(/* webpackChunkName: "texts-jp" */ './texts/jp.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json'),
  ko: () => import(/* webpackChunkName: "texts-ko" */ './texts/ko.json'),
});

// Before anything else is requested: a secret must not stay in the address bar.
takeEnrolmentToken();

export default defineFeature({
  contract: CONTRACT,
  release: __TRELLIS_RELEASE__,
  routes: screenRoutes('operator', routes, screens),
  texts,
});
