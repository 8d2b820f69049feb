/** What a member’s timeline can be narrowed to. `looks`: who looked at the member. */
export const timelineKinds = ['money', 'security', 'actions', 'looks'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/**
 * Why who asks sees a member’s money: by their role, because the member waits for an answer, or not at all. An open inquiry
 * opens its member’s money to whoever may answer it, for as long as it is open.
 */
export const moneyAccesses = ['role', 'inquiry', 'none'] as const;
export type MoneyAccess = (typeof moneyAccesses)[number];
