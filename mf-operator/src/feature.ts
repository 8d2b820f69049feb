import { CONTRACT, defineFeature, screenRoutes, textBundle } from '@trellis/shell-sdk';
import { takeEnrolmentToken } from './people/enrolment/enrolmentToken.ts';
import { routes } from './routes.ts';

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
  routes: screenRoutes('operator', routes, {
    home: () => import(/* webpackChunkName: "home" */ './home/Home.tsx'),
    withdrawals: () => import(/* webpackChunkName: "withdrawals" */ './queues/withdrawals/Withdrawals.tsx'),
    withdrawal: () => import(/* webpackChunkName: "withdrawal" */ './queues/withdrawals/Withdrawal.tsx'),
    deposits: () => import(/* webpackChunkName: "deposits" */ './queues/deposits/Deposits.tsx'),
    solvency: () => import(/* webpackChunkName: "solvency" */ './money/solvency/Solvency.tsx'),
    adjustments: () => import(/* webpackChunkName: "adjustments" */ './members/adjustments/Adjustments.tsx'),
    rates: () => import(/* webpackChunkName: "rates" */ './money/rates/Rates.tsx'),
    rules: () => import(/* webpackChunkName: "rules" */ './money/rules/Rules.tsx'),
    rule: () => import(/* webpackChunkName: "rule" */ './money/rules/Rule.tsx'),
    approvals: () => import(/* webpackChunkName: "approvals" */ './queues/approvals/Approvals.tsx'),
    releases: () => import(/* webpackChunkName: "releases" */ './product/releases/Releases.tsx'),
    release: () => import(/* webpackChunkName: "release" */ './product/releases/Release.tsx'),
    inquiries: () => import(/* webpackChunkName: "inquiries" */ './queues/inquiries/Inquiries.tsx'),
    inquiry: () => import(/* webpackChunkName: "inquiry" */ './queues/inquiries/Inquiry.tsx'),
    members: () => import(/* webpackChunkName: "members" */ './members/find/Members.tsx'),
    member: () => import(/* webpackChunkName: "member" */ './members/member/Member.tsx'),
    notices: () => import(/* webpackChunkName: "notices" */ './product/notices/Notices.tsx'),
    compose: () => import(/* webpackChunkName: "compose" */ './product/notices/Compose.tsx'),
    incident: () => import(/* webpackChunkName: "incident" */ './product/incident/Incident.tsx'),
    operators: () => import(/* webpackChunkName: "operators" */ './people/operators/Operators.tsx'),
    colleague: () => import(/* webpackChunkName: "colleague" */ './people/operators/Colleague.tsx'),
    audit: () => import(/* webpackChunkName: "audit" */ './people/audit/Audit.tsx'),
    logIn: () => import(/* webpackChunkName: "logIn" */ './people/enrolment/LogIn.tsx'),
    enrol: () => import(/* webpackChunkName: "enrol" */ './people/enrolment/Enrol.tsx'),
  }),
  texts,
});
