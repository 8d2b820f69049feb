import type { ScreenRoute } from '@trellis/api-contract';
import type { ScreenLoaders } from '@trellis/shell-sdk';

/** The addresses of this feature, as data: the build and the server read them too. */
export const routes = [
  { path: '/', screen: 'home' },
  { path: '/withdrawals', screen: 'withdrawals' },
  { path: '/withdrawals/:id', screen: 'withdrawal' },
  { path: '/approvals', screen: 'approvals' },
  { path: '/releases', screen: 'releases' },
  { path: '/releases/:feature', screen: 'release' },
  { path: '/inquiries', screen: 'inquiries' },
  { path: '/inquiries/:id', screen: 'inquiry' },
  { path: '/members', screen: 'members' },
  { path: '/members/:username', screen: 'member' },
  { path: '/notices', screen: 'notices' },
  { path: '/notices/new', screen: 'compose' },
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
  approvals: () => import(/* webpackChunkName: "approvals" */ './screens/Approvals.tsx'),
  releases: () => import(/* webpackChunkName: "releases" */ './screens/Releases.tsx'),
  release: () => import(/* webpackChunkName: "release" */ './screens/Release.tsx'),
  inquiries: () => import(/* webpackChunkName: "inquiries" */ './screens/Inquiries.tsx'),
  inquiry: () => import(/* webpackChunkName: "inquiry" */ './screens/Inquiry.tsx'),
  members: () => import(/* webpackChunkName: "members" */ './screens/Members.tsx'),
  member: () => import(/* webpackChunkName: "member" */ './screens/Member.tsx'),
  notices: () => import(/* webpackChunkName: "notices" */ './screens/Notices.tsx'),
  compose: () => import(/* webpackChunkName: "compose" */ './screens/Compose.tsx'),
  incident: () => import(/* webpackChunkName: "incident" */ './screens/Incident.tsx'),
  operators: () => import(/* webpackChunkName: "operators" */ './screens/Operators.tsx'),
  colleague: () => import(/* webpackChunkName: "colleague" */ './screens/Colleague.tsx'),
  audit: () => import(/* webpackChunkName: "audit" */ './screens/Audit.tsx'),
  logIn: () => import(/* webpackChunkName: "logIn" */ './screens/LogIn.tsx'),
  enrol: () => import(/* webpackChunkName: "enrol" */ './screens/Enrol.tsx'),
} satisfies ScreenLoaders<(typeof routes)[number]['screen']>;
