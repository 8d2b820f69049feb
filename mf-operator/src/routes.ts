import type { ScreenRoute } from '@trellis/api-contract';
import type { ScreenLoaders } from '@trellis/shell-sdk';

/** The addresses of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/', screen: 'home' },
  { path: '/withdrawals', screen: 'withdrawals' },
  { path: '/withdrawals/:id', screen: 'withdrawal' },
  { path: '/deposits', screen: 'deposits' },
  { path: '/solvency', screen: 'solvency' },
  { path: '/adjustments', screen: 'adjustments' },
  { path: '/rates', screen: 'rates' },
  { path: '/rules', screen: 'rules' },
  { path: '/rules/:subject', screen: 'rule' },
  { path: '/approvals', screen: 'approvals' },
  { path: '/releases', screen: 'releases' },
  { path: '/releases/:feature', screen: 'release' },
  { path: '/inquiries', screen: 'inquiries' },
  { path: '/inquiries/:id', screen: 'inquiry' },
  { path: '/members', screen: 'members' },
  { path: '/members/:username', screen: 'member' },
  { path: '/incident', screen: 'incident' },
  { path: '/operators', screen: 'operators' },
  { path: '/operators/:name', screen: 'colleague' },
  { path: '/audit', screen: 'audit' },
  { path: '/login', screen: 'logIn' },
  { path: '/enrol', screen: 'enrol' },
] as const satisfies readonly ScreenRoute[];

/** How each screen comes: in a chunk of its name. */
export const screens = {
  home: () => import(/* webpackChunkName: "home" */ './screens/Home.tsx'),
  withdrawals: () => import(/* webpackChunkName: "withdrawals" */ './screens/Withdrawals.tsx'),
  withdrawal: () => import(/* webpackChunkName: "withdrawal" */ './screens/Withdrawal.tsx'),
  deposits: () => import(/* webpackChunkName: "deposits" */ './screens/Deposits.tsx'),
  solvency: () => import(/* webpackChunkName: "solvency" */ './screens/Solvency.tsx'),
  adjustments: () => import(/* webpackChunkName: "adjustments" */ './screens/Adjustments.tsx'),
  rates: () => import(/* webpackChunkName: "rates" */ './screens/Rates.tsx'),
  rules: () => import(/* webpackChunkName: "rules" */ './screens/Rules.tsx'),
  rule: () => import(/* webpackChunkName: "rule" */ './screens/Rule.tsx'),
  approvals: () => import(/* webpackChunkName: "approvals" */ './screens/Approvals.tsx'),
  releases: () => import(/* webpackChunkName: "releases" */ './screens/Releases.tsx'),
  release: () => import(/* webpackChunkName: "release" */ './screens/Release.tsx'),
  inquiries: () => import(/* webpackChunkName: "inquiries" */ './screens/Inquiries.tsx'),
  inquiry: () => import(/* webpackChunkName: "inquiry" */ './screens/Inquiry.tsx'),
  members: () => import(/* webpackChunkName: "members" */ './screens/Members.tsx'),
  member: () => import(/* webpackChunkName: "member" */ './screens/Member.tsx'),
  incident: () => import(/* webpackChunkName: "incident" */ './screens/Incident.tsx'),
  operators: () => import(/* webpackChunkName: "operators" */ './screens/Operators.tsx'),
  colleague: () => import(/* webpackChunkName: "colleague" */ './screens/Colleague.tsx'),
  audit: () => import(/* webpackChunkName: "audit" */ './screens/Audit.tsx'),
  logIn: () => import(/* webpackChunkName: "logIn" */ './screens/LogIn.tsx'),
  enrol: () => import(/* webpackChunkName: "enrol" */ './screens/Enrol.tsx'),
} satisfies ScreenLoaders<(typeof routes)[number]['screen']>;
