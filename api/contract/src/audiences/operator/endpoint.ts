import type { Endpoint } from '../endpoint.ts';

/** `viewer` only sees what every operator does. */
export const operatorRoles = ['viewer', 'support', 'reviewer', 'treasurer', 'releases', 'auditor', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/**
 * Roles that two admins give nobody together: whoever makes operators neither moves money nor changes releases, and whoever reviews
 * does not pay.
 */
export const rolesApart: readonly (readonly [OperatorRole, OperatorRole])[] = [
  ['reviewer', 'treasurer'],
  ['reviewer', 'admin'],
  ['treasurer', 'admin'],
  ['releases', 'admin'],
];
export const rolesApartIn = (roles: readonly OperatorRole[]): boolean =>
  rolesApart.some((pair) => pair.every((role) => roles.includes(role)));

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
  /** What members are shown, for those who look at it. */
  notices: ['support', 'auditor', 'admin'],
  /** Who operators are, and what they may. */
  operators: ['admin'],
} as const satisfies Record<string, readonly OperatorRole[]>;
export type OperatorPolicy = keyof typeof operatorPolicies;

/** Who sees what a member has, alongside who they are. */
export const balanceRoles: readonly OperatorRole[] = ['reviewer', 'treasurer', 'auditor', 'admin'];

export const operatorTags = [
  'Session',
  'Audit',
  'Release',
  'Freeze',
  'Withdrawal',
  'Deposit',
  'Approval',
  'BonusHold',
  'Inquiry',
  'Member',
  'Operator',
  'Announcement',
] as const;
export type OperatorTag = (typeof operatorTags)[number];

export type OperatorEndpoint = Endpoint<'public' | 'operator' | OperatorPolicy, OperatorTag>;
