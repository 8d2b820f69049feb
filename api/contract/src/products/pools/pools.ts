/** What rewards are promised from, each for its product. */
export const pools = ['package', 'stake', 'team'] as const;
export type Pool = (typeof pools)[number];
