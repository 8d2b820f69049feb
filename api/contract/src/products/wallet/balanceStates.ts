/** What a member's money can be in, as a balance shows it. */
export const balanceStates = ['available', 'locked', 'pending', 'staked'] as const;
export type BalanceState = (typeof balanceStates)[number];
