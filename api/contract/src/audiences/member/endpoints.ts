import type { Endpoint } from '../endpoint.ts';

/** Anyone, a member with a session, or one who is not suspended and has agreed to the current terms. */
export type MemberPolicy = 'public' | 'member' | 'activeMember';

export const cacheTags = [
  'Session',
  'Security',
  'Balance',
  'Record',
  'Team',
  'Notice',
  'Inquiry',
  'Terms',
  'Address',
  'Deposit',
  'Withdrawal',
] as const;
export type CacheTag = (typeof cacheTags)[number];

export const apiBase = '/api/v1';

export type MemberEndpoint = Endpoint<MemberPolicy, CacheTag>;

/** Under `apiBase`. */
export const endpoints = {
  getSession: { method: 'GET', path: '/session', auth: 'public', tags: ['Session'] },
  logIn: { method: 'POST', path: '/session', auth: 'public', tags: ['Session'] },
  logOut: { method: 'DELETE', path: '/session', auth: 'public', tags: ['Session'] },
  sendEmailCode: { method: 'POST', path: '/email-codes', auth: 'public' },
  verifyEmailCode: {
    method: 'POST',
    path: '/email-codes/verification',
    auth: 'public',
  },
  register: { method: 'POST', path: '/members', auth: 'public' },
  getInvitation: {
    method: 'GET',
    path: '/invitations/:code',
    auth: 'public',
  },
  checkPasswordTicket: { method: 'POST', path: '/passwords/tickets', auth: 'public' },
  setPassword: { method: 'POST', path: '/passwords', auth: 'public' },
  freezeAccount: { method: 'POST', path: '/account-freezes', auth: 'public' },
  startPasskeyLogIn: { method: 'POST', path: '/session/passkey/options', auth: 'public' },
  logInWithPasskey: { method: 'POST', path: '/session/passkey', auth: 'public', tags: ['Session'] },
  startPasskey: { method: 'POST', path: '/security/passkeys/options', auth: 'activeMember' },
  addPasskey: {
    method: 'POST',
    path: '/security/passkeys',
    auth: 'activeMember',
    action: 'addPasskey',
    tags: ['Security'],
  },
  startPasskeyProof: { method: 'POST', path: '/security/passkeys/proof', auth: 'activeMember' },
  removePasskey: { method: 'POST', path: '/security/passkeys/removal', auth: 'activeMember', tags: ['Security'] },
  keepFactor: { method: 'POST', path: '/factor-reset-cancellations', auth: 'public' },
  getSecurity: { method: 'GET', path: '/security', auth: 'member', tags: ['Security'] },
  sendActionCode: { method: 'POST', path: '/security/email-codes', auth: 'activeMember' },
  changePassword: {
    method: 'POST',
    path: '/security/password',
    auth: 'activeMember',
    action: 'changePassword',
    tags: ['Security'],
  },
  changeEmail: {
    method: 'POST',
    path: '/security/email',
    auth: 'activeMember',
    action: 'changeEmail',
    tags: ['Session', 'Security'],
  },
  startGoogleBinding: { method: 'POST', path: '/security/google/binding', auth: 'activeMember' },
  confirmGoogleBinding: { method: 'POST', path: '/security/google/binding/code', auth: 'activeMember' },
  finishGoogleBinding: {
    method: 'POST',
    path: '/security/google/binding/recovery-code',
    auth: 'activeMember',
    tags: ['Security'],
  },
  unbindGoogle: {
    method: 'POST',
    path: '/security/google/removal',
    auth: 'activeMember',
    action: 'unbindGoogle',
    tags: ['Security'],
  },
  cancelFactorReset: {
    method: 'POST',
    path: '/security/factor-reset/cancellation',
    auth: 'member',
    tags: ['Security'],
  },
  setAntiPhishingCode: {
    method: 'POST',
    path: '/security/anti-phishing-code',
    auth: 'activeMember',
    tags: ['Security'],
  },
  listAddresses: { method: 'GET', path: '/addresses', auth: 'member', tags: ['Address'] },
  addAddress: { method: 'POST', path: '/addresses', auth: 'activeMember', action: 'address', tags: ['Address'] },
  removeAddress: { method: 'DELETE', path: '/addresses/:id', auth: 'activeMember', tags: ['Address'] },
  savePreferences: { method: 'POST', path: '/profile/preferences', auth: 'member', tags: ['Session'] },
  listSessions: { method: 'GET', path: '/sessions', auth: 'member', tags: ['Security'] },
  endSession: { method: 'DELETE', path: '/sessions/:id', auth: 'member', tags: ['Security'] },
  endOtherSessions: { method: 'DELETE', path: '/sessions', auth: 'member', tags: ['Security'] },
  getProfile: { method: 'GET', path: '/profile', auth: 'member', tags: ['Session'] },
  getBalances: { method: 'GET', path: '/balances', auth: 'member', tags: ['Balance'] },
  listRecords: {
    method: 'GET',
    path: '/records',
    auth: 'member',
    tags: ['Record'],
  },
  getDepositTerms: { method: 'GET', path: '/deposits/terms', auth: 'member', tags: ['Deposit'] },
  getNeededDeposit: { method: 'GET', path: '/deposits/needed', auth: 'member' },
  listDeposits: { method: 'GET', path: '/deposits', auth: 'member', tags: ['Deposit'] },
  getDepositAddress: { method: 'GET', path: '/deposits/addresses/:chain', auth: 'member' },
  createDepositAddress: { method: 'POST', path: '/deposits/addresses', auth: 'activeMember', tags: ['Deposit'] },
  verifyDepositAddress: {
    method: 'POST',
    path: '/deposits/addresses/verification',
    auth: 'activeMember',
    action: 'depositAddress',
    tags: ['Deposit', 'Balance', 'Record'],
  },
  exportRecords: { method: 'GET', path: '/records.csv', auth: 'member', file: 'text/csv' },
  getRecord: { method: 'GET', path: '/records/:id', auth: 'member', tags: ['Record'] },
  listStatements: { method: 'GET', path: '/statements', auth: 'member' },
  getStatement: { method: 'GET', path: '/statements/:month', auth: 'member', tags: ['Record'] },
  downloadStatement: { method: 'GET', path: '/statements/:month/pdf', auth: 'member', file: 'application/pdf' },
  getTransferTerms: {
    method: 'GET',
    path: '/transfers/terms',
    auth: 'member',
    tags: ['Balance'],
  },
  checkTransferRecipient: {
    method: 'GET',
    path: '/transfers/recipients/:username',
    auth: 'activeMember',
    tags: ['Record'],
  },
  createTransfer: {
    method: 'POST',
    path: '/transfers',
    auth: 'activeMember',
    idempotent: true,
    action: 'transfer',
    tags: ['Balance', 'Record'],
  },
  getExchangeTerms: { method: 'GET', path: '/exchanges/terms', auth: 'member', tags: ['Balance'] },
  createExchangeQuote: { method: 'POST', path: '/exchanges/quotes', auth: 'activeMember' },
  createExchange: {
    method: 'POST',
    path: '/exchanges',
    auth: 'activeMember',
    idempotent: true,
    action: 'exchange',
    tags: ['Balance', 'Record'],
  },
  getWithdrawalTerms: { method: 'GET', path: '/withdrawals/terms', auth: 'member', tags: ['Balance'] },
  getWithdrawalQuote: { method: 'GET', path: '/withdrawals/quote', auth: 'activeMember' },
  checkWithdrawalAddress: { method: 'POST', path: '/withdrawals/address-checks', auth: 'activeMember' },
  createWithdrawal: {
    method: 'POST',
    path: '/withdrawals',
    auth: 'activeMember',
    idempotent: true,
    action: 'withdrawal',
    tags: ['Balance', 'Record', 'Withdrawal'],
  },
  listWithdrawals: { method: 'GET', path: '/withdrawals', auth: 'member', tags: ['Withdrawal'] },
  getWithdrawal: { method: 'GET', path: '/withdrawals/:id', auth: 'member', tags: ['Withdrawal'] },
  cancelWithdrawal: {
    method: 'POST',
    path: '/withdrawals/:id/cancellation',
    auth: 'activeMember',
    tags: ['Balance', 'Record', 'Withdrawal'],
  },
  getOperation: {
    method: 'GET',
    path: '/operations/:key',
    auth: 'member',
  },
  getTeamWindow: {
    method: 'GET',
    path: '/team/window',
    auth: 'member',
    tags: ['Team'],
  },
  getInvite: { method: 'GET', path: '/team/invite', auth: 'member' },
  listNotices: { method: 'GET', path: '/notices', auth: 'member', tags: ['Notice'] },
  countUnreadNotices: { method: 'GET', path: '/notices/unread', auth: 'member', tags: ['Notice'] },
  getNotice: { method: 'GET', path: '/notices/:id', auth: 'member' },
  readNotice: { method: 'POST', path: '/notices/:id/read', auth: 'member', tags: ['Notice'] },
  readNotices: { method: 'POST', path: '/notices/read', auth: 'member', tags: ['Notice'] },
  createInquiry: { method: 'POST', path: '/inquiries', auth: 'member', idempotent: true, tags: ['Inquiry'] },
  listInquiries: { method: 'GET', path: '/inquiries', auth: 'member', tags: ['Inquiry'] },
  getInquiry: { method: 'GET', path: '/inquiries/:id', auth: 'member', tags: ['Inquiry'] },
  replyToInquiry: {
    method: 'POST',
    path: '/inquiries/:id/messages',
    auth: 'member',
    idempotent: true,
    tags: ['Inquiry'],
  },
  closeInquiry: { method: 'POST', path: '/inquiries/:id/close', auth: 'member', tags: ['Inquiry'] },
  getDocument: { method: 'GET', path: '/documents/:document', auth: 'public' },
  getTermsDue: { method: 'GET', path: '/terms/acceptance', auth: 'member', tags: ['Terms'] },
  acceptTerms: { method: 'POST', path: '/terms/acceptance', auth: 'member', tags: ['Terms'] },
  reportLoads: {
    method: 'POST',
    path: '/release-reports',
    auth: 'member',
  },
} as const satisfies Record<string, MemberEndpoint>;

export type EndpointName = keyof typeof endpoints;

/** Which calls answer a screen's first data; the server loader and the HTML document carry them in one go. */
export const routeData = {
  'wallet/topup': ['getDepositTerms', 'listDeposits', 'getSecurity'],
  'wallet/home': ['getBalances', 'listRecords', 'getProfile'],
  'wallet/transfer': ['getTransferTerms', 'getSecurity'],
  'wallet/exchange': ['getExchangeTerms', 'getSecurity'],
  'wallet/withdrawal': ['getWithdrawalTerms', 'listAddresses', 'listWithdrawals', 'getSecurity'],
  'team/home': ['getTeamWindow', 'getInvite'],
  'plan/home': ['getBalances'],
  'account/home': ['getProfile', 'getSecurity', 'countUnreadNotices'],
  'account/notify': ['listNotices', 'countUnreadNotices'],
  'account/consulation': ['listInquiries'],
  'account/googleAuth': ['getSecurity'],
} as const satisfies Record<string, readonly EndpointName[]>;

export type RouteId = keyof typeof routeData;
export const isRouteId = (value: unknown): value is RouteId =>
  typeof value === 'string' && Object.hasOwn(routeData, value);
