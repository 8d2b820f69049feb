import { CONTRACT, defineFeature, screenRoutes, textBundle } from '@trellis/shell-sdk';
import { routes } from './routes.ts';

const texts = textBundle('wallet', {
  en: () => import(/* webpackChunkName: "texts-en" */ './texts/en.json'),
  jp: () => import(/* webpackChunkName: "texts-jp" */ './texts/jp.json'),
  zh: () => import(/* webpackChunkName: "texts-zh" */ './texts/zh.json'),
  ko: () => import(/* webpackChunkName: "texts-ko" */ './texts/ko.json'),
});

export default defineFeature({
  contract: CONTRACT,
  release: __TRELLIS_RELEASE__,
  routes: screenRoutes('wallet', routes, {
    home: () => import(/* webpackChunkName: "home" */ './screens/Home.tsx'),
    transfer: () => import(/* webpackChunkName: "transfer" */ './screens/Transfer.tsx'),
    topup: () => import(/* webpackChunkName: "topup" */ './screens/Topup.tsx'),
    withdrawal: () => import(/* webpackChunkName: "withdrawal" */ './screens/Withdrawal.tsx'),
    exchange: () => import(/* webpackChunkName: "exchange" */ './screens/Exchange.tsx'),
    records: () => import(/* webpackChunkName: "records" */ './screens/Records.tsx'),
    record: () => import(/* webpackChunkName: "record" */ './screens/Record.tsx'),
    stake: () => import(/* webpackChunkName: "stake" */ './screens/Stake.tsx'),
    stakeDetail: () => import(/* webpackChunkName: "stakeDetail" */ './screens/StakeDetail.tsx'),
  }),
  texts,
});
