import { CONTRACT, defineFeature, screenRoutes, textBundle } from '@trellis/shell-sdk';
import { routes } from './routes.ts';

const texts = textBundle('account', {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  jp: () => import(/* webpackChunkName: "texts-jp" */ './texts/jp.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json'),
  ko: () => import(/* webpackChunkName: "texts-ko" */ './texts/ko.json'),
});

export default defineFeature({
  contract: CONTRACT,
  release: __TRELLIS_RELEASE__,
  routes: screenRoutes('account', routes, {
    home: () => import(/* webpackChunkName: "home" */ './screens/Home.tsx'),
    googleAuth: () => import(/* webpackChunkName: "googleAuth" */ './screens/GoogleAuth.tsx'),
    password: () => import(/* webpackChunkName: "password" */ './screens/Password.tsx'),
    email: () => import(/* webpackChunkName: "email" */ './screens/Email.tsx'),
    devices: () => import(/* webpackChunkName: "devices" */ './screens/Devices.tsx'),
    addresses: () => import(/* webpackChunkName: "addresses" */ './screens/Addresses.tsx'),
    passkeys: () => import(/* webpackChunkName: "passkeys" */ './screens/Passkeys.tsx'),
    antiPhishing: () => import(/* webpackChunkName: "antiPhishing" */ './screens/AntiPhishing.tsx'),
    notify: () => import(/* webpackChunkName: "notify" */ './screens/Notify.tsx'),
    notifyDetail: () => import(/* webpackChunkName: "notifyDetail" */ './screens/NotifyDetail.tsx'),
    consulation: () => import(/* webpackChunkName: "consulation" */ './screens/Consulation.tsx'),
    consulationDetail: () => import(/* webpackChunkName: "consulationDetail" */ './screens/ConsulationDetail.tsx'),
    terms: () => import(/* webpackChunkName: "terms" */ './screens/Terms.tsx'),
    termservice: () => import(/* webpackChunkName: "termservice" */ './screens/Termservice.tsx'),
  }),
  texts,
});
