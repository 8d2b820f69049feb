/**
 * Every endpoint as plain data: the server builds its routes from it, the browser its typed client. The schemas
 * stand apart (`@trellis/api-contract/schemas`) so that no schema library reaches the browser.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Under `/api/v1`; `:name` is a path parameter. */
  readonly path: string;
  readonly summary: string;
  /** Who may call: anyone, a member with a session, or a member who is not suspended. */
  readonly auth: 'public' | 'member' | 'activeMember';
  /** Needs an `Idempotency-Key`; the answer is stored with it. */
  readonly idempotent?: true;
  /** Client cache: what a query provides, or what a mutation makes stale. */
  readonly tags?: readonly CacheTag[];
}

export type CacheTag = 'Session' | 'Balance' | 'Record' | 'Team' | 'Notice';
export const cacheTags: readonly CacheTag[] = ['Session', 'Balance', 'Record', 'Team', 'Notice'];

export const apiBase = '/api/v1';

export const endpoints = {
  getSession: { method: 'GET', path: '/session', summary: 'Who is logged in', auth: 'public', tags: ['Session'] },
  logIn: { method: 'POST', path: '/session', summary: 'Log in', auth: 'public', tags: ['Session'] },
  logOut: { method: 'DELETE', path: '/session', summary: 'Log out', auth: 'public', tags: ['Session'] },
  sendEmailCode: { method: 'POST', path: '/email-codes', summary: 'Send a code to an e-mail address', auth: 'public' },
  verifyEmailCode: {
    method: 'POST',
    path: '/email-codes/verification',
    summary: 'Trade an e-mail code for a ticket that proves the address',
    auth: 'public',
  },
  register: { method: 'POST', path: '/members', summary: 'Register with an invitation', auth: 'public' },
  getInvitation: {
    method: 'GET',
    path: '/invitations/:code',
    summary: 'Whether an invitation code exists, and whose it is',
    auth: 'public',
  },
  getProfile: { method: 'GET', path: '/profile', summary: 'My own account', auth: 'member', tags: ['Session'] },
  getBalances: { method: 'GET', path: '/balances', summary: 'My balances', auth: 'member', tags: ['Balance'] },
  listRecords: {
    method: 'GET',
    path: '/records',
    summary: 'My records, newest first',
    auth: 'member',
    tags: ['Record'],
  },
  getTransferTerms: {
    method: 'GET',
    path: '/transfers/terms',
    summary: 'Limits and fee of a transfer, and what I can send now',
    auth: 'member',
    tags: ['Balance'],
  },
  checkTransferRecipient: {
    method: 'GET',
    path: '/transfers/recipients/:username',
    summary: 'Whether this member is in my own line and can receive',
    auth: 'activeMember',
  },
  createTransfer: {
    method: 'POST',
    path: '/transfers',
    summary: 'Send USD to a member of my own line',
    auth: 'activeMember',
    idempotent: true,
    tags: ['Balance', 'Record'],
  },
  getOperation: {
    method: 'GET',
    path: '/operations/:key',
    summary: 'What became of an idempotent call of mine',
    auth: 'member',
  },
  getTeamWindow: {
    method: 'GET',
    path: '/team/window',
    summary: 'A node of my own team and three levels below it',
    auth: 'member',
    tags: ['Team'],
  },
  getInvite: { method: 'GET', path: '/team/invite', summary: 'My own invitation code', auth: 'member' },
  reportLoads: {
    method: 'POST',
    path: '/release-reports',
    summary: 'How the releases on a page of mine loaded',
    auth: 'member',
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** Which calls answer a screen's first data; the server loader and the HTML document carry them in one go. */
export const routeData = {
  'wallet/home': ['getBalances', 'listRecords'],
  'wallet/transfer': ['getTransferTerms'],
  'team/home': ['getTeamWindow', 'getInvite'],
  'plan/home': ['getBalances'],
  'account/home': ['getProfile'],
} as const satisfies Record<string, readonly EndpointName[]>;

export type RouteId = keyof typeof routeData;
export const isRouteId = (value: unknown): value is RouteId =>
  typeof value === 'string' && Object.hasOwn(routeData, value);
