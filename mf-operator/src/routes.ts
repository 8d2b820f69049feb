import type { ScreenRoute } from '@trellis/api-contract';
import type { OperatorPolicy } from '@trellis/api-contract/operator';

/** A screen of the console, and whose it is; without a policy every operator's. */
export interface ConsoleRoute extends ScreenRoute {
  readonly policy?: OperatorPolicy;
  /** What stands in its place for everybody else. */
  readonly notYours?: string;
}

/** The addresses of this feature, as data: the build and the server read them too, and `Console` who may see each. */
export const routes = [
  { path: '/', screen: 'home' },
  { path: '/withdrawals', screen: 'withdrawals', policy: 'books', notYours: 'withdrawals.notYours' },
  { path: '/withdrawals/:id', screen: 'withdrawal', policy: 'books', notYours: 'withdrawals.notYours' },
  { path: '/deposits', screen: 'deposits', policy: 'books', notYours: 'deposits.notYours' },
  { path: '/solvency', screen: 'solvency', policy: 'books', notYours: 'solvency.notYourBooks' },
  { path: '/adjustments', screen: 'adjustments', policy: 'books', notYours: 'adjustments.notYours' },
  { path: '/rates', screen: 'rates', policy: 'books', notYours: 'rates.notYours' },
  { path: '/rules', screen: 'rules', policy: 'books', notYours: 'rules.notYours' },
  { path: '/rules/:subject', screen: 'rule', policy: 'books', notYours: 'rules.notYours' },
  { path: '/approvals', screen: 'approvals' },
  { path: '/releases', screen: 'releases' },
  { path: '/releases/:feature', screen: 'release' },
  { path: '/inquiries', screen: 'inquiries', policy: 'support', notYours: 'inquiries.notYours' },
  { path: '/inquiries/:id', screen: 'inquiry', policy: 'support', notYours: 'inquiries.notYours' },
  { path: '/members', screen: 'members', policy: 'members', notYours: 'members.notYours' },
  { path: '/members/:username', screen: 'member', policy: 'members', notYours: 'members.notYours' },
  { path: '/notices', screen: 'notices', policy: 'notices', notYours: 'notices.notYours' },
  { path: '/notices/new', screen: 'compose', policy: 'support', notYours: 'notices.notYoursToWrite' },
  { path: '/incident', screen: 'incident' },
  { path: '/operators', screen: 'operators', policy: 'audit', notYours: 'operators.notYours' },
  { path: '/operators/:name', screen: 'colleague', policy: 'audit', notYours: 'operators.notYours' },
  { path: '/audit', screen: 'audit', policy: 'audit', notYours: 'audit.notYours' },
  { path: '/login', screen: 'logIn' },
  { path: '/enrol', screen: 'enrol' },
] as const satisfies readonly ConsoleRoute[];
