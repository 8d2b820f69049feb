import { loadReportsPath } from '../../releases.ts';
import type { Endpoint, RouteCall } from '../endpoint.ts';

/** Endpoints of the operators' own host. Apart from the members': nothing here reaches their browsers. */
export const operatorApiBase = '/ops/api/v1';

/** `viewer` only sees what every operator does. */
export const operatorRoles = ['viewer', 'support', 'reviewer', 'treasurer', 'releases', 'auditor', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Which roles do what. An admin, too, changes no release: those have people of their own. */
export const operatorPolicies = {
  releases: ['releases'],
  /** To stop what may do harm takes one person, whoever sees it first. */
  stop: ['support', 'reviewer', 'treasurer', 'releases', 'admin'],
  support: ['support', 'admin'],
  members: ['support', 'reviewer', 'treasurer', 'auditor', 'admin'],
  audit: ['auditor', 'admin'],
  treasury: ['treasurer'],
  /** What an account asks of its owner, and of those who look after it. */
  security: ['admin'],
  /** Whoever sets any rule; each says by whom. */
  rules: ['treasurer', 'admin'],
  review: ['reviewer'],
  books: ['reviewer', 'treasurer', 'auditor', 'admin'],
  terms: ['admin'],
  /** What members are told, for those who look at it. */
  notices: ['support', 'auditor', 'admin'],
  /** Who operators are, and what they may. */
  operators: ['admin'],
} as const satisfies Record<string, readonly OperatorRole[]>;
export type OperatorPolicy = keyof typeof operatorPolicies;

/** Who sees what a member has, beside who they are. */
export const balanceRoles: readonly OperatorRole[] = ['reviewer', 'treasurer', 'auditor', 'admin'];

/** What takes a second person and is listed for whoever may be it; withdrawals have a queue of their own. */
export const approvalActions = [
  'rate.approve',
  'rule.approve',
  'pool.fund',
  'bonus.correct',
  'factor_reset.approve',
  'withdrawal.void_payout',
  'release.approve_below_floor',
  'release.approve_on',
  'payouts.unfreeze',
  'operator.invite',
  'operator.roles',
  'announcement.publish',
] as const;
export type WaitingAction = (typeof approvalActions)[number];

export const operatorTags = [
  'Session',
  'Audit',
  'Release',
  'Freeze',
  'Withdrawal',
  'Approval',
  'Inquiry',
  'Member',
  'Operator',
  'Announcement',
] as const;
export type OperatorTag = (typeof operatorTags)[number];

export const operatorEndpoints = {
  openEnrolment: { method: 'POST', path: '/enrolment', auth: 'public', byCommand: false },
  confirmEnrolment: { method: 'POST', path: '/enrolment/confirmation', auth: 'public', byCommand: false },
  getSession: { method: 'GET', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
  logIn: { method: 'POST', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
  logOut: { method: 'DELETE', path: '/session', auth: 'public', byCommand: false, tags: ['Session'] },
  reportLoads: { method: 'POST', path: loadReportsPath, auth: 'operator', byCommand: false },
  listReleases: { method: 'GET', path: '/releases', auth: 'operator', tags: ['Release'] },
  getReleaseHealth: { method: 'GET', path: '/releases/:feature/health', auth: 'operator', tags: ['Release'] },
  getReleaseHistory: { method: 'GET', path: '/releases/:feature/history', auth: 'operator', tags: ['Release'] },
  activateRelease: { method: 'POST', path: '/releases/:feature/activate', auth: 'releases', tags: ['Release'] },
  rollOutRelease: { method: 'POST', path: '/releases/:feature/rollout', auth: 'releases', tags: ['Release'] },
  rollBackRelease: { method: 'POST', path: '/releases/:feature/rollback', auth: 'releases', tags: ['Release'] },
  switchFeatureOff: { method: 'POST', path: '/releases/:feature/off', auth: 'stop', tags: ['Release'] },
  switchFeatureOn: {
    method: 'POST',
    path: '/releases/:feature/on',
    auth: 'releases',
    freshCode: true,
    tags: ['Release'],
  },
  pinRelease: { method: 'POST', path: '/releases/:feature/pin', auth: 'releases', tags: ['Release'] },
  unpinRelease: { method: 'POST', path: '/releases/:feature/unpin', auth: 'releases', tags: ['Release'] },
  raiseReleaseFloor: { method: 'POST', path: '/releases/:feature/floor', auth: 'releases', tags: ['Release'] },
  listApprovals: { method: 'GET', path: '/approvals', auth: 'operator', tags: ['Release'] },
  getOverview: {
    method: 'GET',
    path: '/overview',
    auth: 'operator',
    tags: ['Approval', 'Withdrawal', 'Inquiry', 'Member', 'Release', 'Freeze'],
  },
  listWaiting: {
    method: 'GET',
    path: '/approvals/waiting',
    auth: 'operator',
    tags: ['Approval', 'Withdrawal', 'Member', 'Release', 'Freeze'],
  },
  refuseApproval: {
    method: 'POST',
    path: '/approvals/:id/no',
    auth: 'operator',
    tags: ['Approval', 'Release', 'Freeze'],
  },
  approveRelease: {
    method: 'POST',
    path: '/approvals/:id',
    auth: 'releases',
    byCommand: false,
    freshCode: true,
    tags: ['Release'],
  },
  listJobs: { method: 'GET', path: '/jobs', auth: 'operator' },
  listMemberInquiries: { method: 'GET', path: '/inquiries', auth: 'support', paged: true, tags: ['Inquiry'] },
  getMemberInquiry: { method: 'GET', path: '/inquiries/:id', auth: 'support', tags: ['Inquiry'] },
  answerInquiry: { method: 'POST', path: '/inquiries/:id/messages', auth: 'support', tags: ['Inquiry'] },
  closeMemberInquiry: { method: 'POST', path: '/inquiries/:id/close', auth: 'support', tags: ['Inquiry'] },
  findMember: { method: 'GET', path: '/members', auth: 'members', tags: ['Member'] },
  getMember: { method: 'GET', path: '/members/:username', auth: 'members', tags: ['Member'] },
  suspendMember: { method: 'POST', path: '/members/:username/suspend', auth: 'support', tags: ['Member'] },
  restoreMember: { method: 'POST', path: '/members/:username/restore', auth: 'support', tags: ['Member'] },
  changeMemberCountry: { method: 'POST', path: '/members/:username/country', auth: 'support', tags: ['Member'] },
  endMemberSessions: { method: 'POST', path: '/members/:username/sessions/end', auth: 'support' },
  requestFactorReset: { method: 'POST', path: '/members/:username/factor-resets', auth: 'support', tags: ['Member'] },
  listFactorResets: { method: 'GET', path: '/factor-resets', auth: 'support', tags: ['Member'] },
  approveFactorReset: {
    method: 'POST',
    path: '/factor-resets/:id/approve',
    auth: 'support',
    byCommand: false,
    tags: ['Member', 'Approval'],
  },
  withdrawFactorReset: { method: 'POST', path: '/factor-resets/:id/withdraw', auth: 'support', tags: ['Member'] },
  listDeadMails: { method: 'GET', path: '/dead-mails', auth: 'support' },
  sendDeadMailAgain: { method: 'POST', path: '/dead-mails/:id/send', auth: 'support' },
  dropDeadMail: { method: 'POST', path: '/dead-mails/:id/drop', auth: 'support' },
  listWithdrawalQueue: { method: 'GET', path: '/withdrawals', auth: 'books', paged: true, tags: ['Withdrawal'] },
  readWithdrawal: { method: 'GET', path: '/withdrawals/:id', auth: 'books', tags: ['Withdrawal'] },
  approveWithdrawal: {
    method: 'POST',
    path: '/withdrawals/:id/approve',
    auth: 'review',
    freshCode: true,
    tags: ['Withdrawal'],
  },
  rejectWithdrawal: { method: 'POST', path: '/withdrawals/:id/reject', auth: 'review', tags: ['Withdrawal'] },
  recordPayout: {
    method: 'POST',
    path: '/withdrawals/:id/payout',
    auth: 'treasury',
    freshCode: true,
    tags: ['Withdrawal'],
  },
  confirmPayout: {
    method: 'POST',
    path: '/withdrawals/:id/payout/confirm',
    auth: 'treasury',
    freshCode: true,
    tags: ['Withdrawal'],
  },
  voidPayout: {
    method: 'POST',
    path: '/withdrawals/:id/payout/void',
    auth: 'treasury',
    freshCode: true,
    tags: ['Withdrawal'],
  },
  getPayoutFreeze: { method: 'GET', path: '/payouts/freeze', auth: 'operator', tags: ['Freeze'] },
  freezePayouts: { method: 'POST', path: '/payouts/freeze', auth: 'stop', tags: ['Freeze'] },
  askUnfreeze: { method: 'POST', path: '/payouts/unfreeze', auth: 'treasury', freshCode: true, tags: ['Freeze'] },
  approveUnfreeze: {
    method: 'POST',
    path: '/payouts/unfreeze/:id/approve',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Freeze'],
  },
  listMemberPackages: { method: 'GET', path: '/packages', auth: 'books', paged: true },
  readPackage: { method: 'GET', path: '/packages/:id', auth: 'books' },
  listMemberStakes: { method: 'GET', path: '/stakes', auth: 'books', paged: true },
  readStake: { method: 'GET', path: '/stakes/:id', auth: 'books' },
  listRates: { method: 'GET', path: '/rates', auth: 'books' },
  getRateHistory: { method: 'GET', path: '/rates/history', auth: 'books' },
  setRate: { method: 'POST', path: '/rates', auth: 'treasury', freshCode: true, tags: ['Approval'] },
  approveRate: { method: 'POST', path: '/rates/:id/approve', auth: 'treasury', freshCode: true, tags: ['Approval'] },
  listRules: { method: 'GET', path: '/rules', auth: 'books' },
  getRuleHistory: { method: 'GET', path: '/rules/history', auth: 'books' },
  setRule: { method: 'POST', path: '/rules', auth: 'rules', freshCode: true, tags: ['Approval'] },
  approveRule: {
    method: 'POST',
    path: '/rules/proposals/:id/approve',
    auth: 'rules',
    byCommand: false,
    freshCode: true,
    tags: ['Approval'],
  },
  listPools: { method: 'GET', path: '/pools', auth: 'books' },
  poolCalendar: { method: 'GET', path: '/pools/calendar', auth: 'books' },
  getPoolHistory: { method: 'GET', path: '/pools/fundings', auth: 'books' },
  askPoolFunding: {
    method: 'POST',
    path: '/pools/:pool/fundings',
    auth: 'treasury',
    freshCode: true,
    tags: ['Approval'],
  },
  approvePoolFunding: {
    method: 'POST',
    path: '/pools/fundings/:id/approve',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Approval'],
  },
  listBonusDays: { method: 'GET', path: '/bonus/days', auth: 'books' },
  getBonusDay: { method: 'GET', path: '/bonus/days/:day', auth: 'books' },
  dryRunBonus: { method: 'POST', path: '/bonus/days/:day/dry-run', auth: 'treasury' },
  getBonusLinks: { method: 'GET', path: '/bonus/links', auth: 'books' },
  listBonusHolds: { method: 'GET', path: '/bonus/holds', auth: 'books' },
  holdBonus: { method: 'POST', path: '/bonus/holds', auth: 'review' },
  releaseBonusHold: { method: 'POST', path: '/bonus/holds/:id/release', auth: 'review', freshCode: true },
  listBonusCorrections: { method: 'GET', path: '/bonus/corrections', auth: 'books' },
  askBonusCorrection: { method: 'POST', path: '/bonus/corrections', auth: 'treasury', freshCode: true },
  approveBonusCorrection: {
    method: 'POST',
    path: '/bonus/corrections/:id/approve',
    auth: 'treasury',
    byCommand: false,
    freshCode: true,
    tags: ['Approval'],
  },
  listTermsVersions: { method: 'GET', path: '/terms', auth: 'terms' },
  publishTerms: { method: 'POST', path: '/terms/:document', auth: 'terms' },
  listMemberAnnouncements: { method: 'GET', path: '/announcements', auth: 'notices', tags: ['Announcement'] },
  countAudience: { method: 'GET', path: '/announcements/audience', auth: 'notices' },
  askAnnouncement: {
    method: 'POST',
    path: '/announcements',
    auth: 'support',
    freshCode: true,
    tags: ['Announcement', 'Approval'],
  },
  approveAnnouncement: {
    method: 'POST',
    path: '/announcements/:id/approve',
    auth: 'support',
    byCommand: false,
    freshCode: true,
    tags: ['Announcement', 'Approval'],
  },
  recallAnnouncement: {
    method: 'POST',
    path: '/announcements/:id/recall',
    auth: 'support',
    tags: ['Announcement'],
  },
  listOperators: { method: 'GET', path: '/operators', auth: 'audit', tags: ['Operator'] },
  getOperator: { method: 'GET', path: '/operators/:name', auth: 'audit', tags: ['Operator'] },
  inviteOperator: {
    method: 'POST',
    path: '/operators',
    auth: 'operators',
    byCommand: false,
    freshCode: true,
    tags: ['Operator', 'Approval'],
  },
  changeOperatorRoles: {
    method: 'POST',
    path: '/operators/:name/roles',
    auth: 'operators',
    byCommand: false,
    freshCode: true,
    tags: ['Operator', 'Approval'],
  },
  approveOperatorChange: {
    method: 'POST',
    path: '/operators/changes/:id/approve',
    auth: 'operators',
    byCommand: false,
    freshCode: true,
    tags: ['Operator', 'Approval'],
  },
  suspendOperator: {
    method: 'POST',
    path: '/operators/:name/suspend',
    auth: 'operators',
    byCommand: false,
    tags: ['Operator', 'Approval', 'Withdrawal'],
  },
  endOperatorSessions: { method: 'POST', path: '/operators/:name/sessions/end', auth: 'operators', tags: ['Operator'] },
  listAudit: { method: 'GET', path: '/audit', auth: 'audit', paged: true, tags: ['Audit'] },
  countAudit: { method: 'GET', path: '/audit/count', auth: 'audit' },
  exportAudit: { method: 'GET', path: '/audit.csv', auth: 'audit', byCommand: false, file: 'text/csv' },
  checkAuditChain: { method: 'GET', path: '/audit/chain', auth: 'audit' },
  listSecurityEvents: { method: 'GET', path: '/security-events', auth: 'audit', paged: true },
} as const satisfies Record<string, Endpoint<'public' | 'operator' | OperatorPolicy, OperatorTag>>;

export type OperatorEndpointName = keyof typeof operatorEndpoints;

/** Which calls answer a screen's first data. */
export const operatorRouteData = {
  'operator/audit': [
    {
      name: 'listAudit',
      input: {
        actor: '?actor',
        action: '?action',
        subject: '?subject',
        requestId: '?requestId',
        without: '?without',
      },
    },
  ],
  'operator/home': ['getOverview'],
  'operator/operators': ['listOperators'],
  'operator/notices': ['listMemberAnnouncements'],
  'operator/colleague': [{ name: 'getOperator', input: { name: 'last' } }, 'listOperators'],
  'operator/approvals': ['listWaiting'],
  'operator/incident': ['getPayoutFreeze', 'listReleases'],
  'operator/withdrawals': [
    { name: 'listWithdrawalQueue', input: { view: '?view=review', username: '?username', risk: '?risk' } },
  ],
  'operator/withdrawal': [{ name: 'readWithdrawal', input: { id: 'last' } }],
  'operator/releases': ['listReleases'],
  'operator/release': [
    'listReleases',
    { name: 'getReleaseHealth', input: { feature: 'last' } },
    { name: 'getReleaseHistory', input: { feature: 'last' } },
  ],
} as const satisfies Record<string, readonly RouteCall<OperatorEndpointName>[]>;
