/** Chains that deposits come by: what their tokens are called, and about how long a block takes. */
export const depositNetworks = {
  BSC: { standard: 'BEP20', blockSeconds: 0.45 },
  TRON: { standard: 'TRC20', blockSeconds: 3 },
} as const;

export type DepositChain = keyof typeof depositNetworks;
export const depositChains = Object.keys(depositNetworks) as [DepositChain, ...DepositChain[]];

/**
 * What becomes of a transfer to a deposit address. `confirming` until enough blocks stand on it; then `credited`, or
 * `below_minimum`: kept and never credited by itself, or `held_unverified`: kept until its address is verified, or `suspense`:
 * kept until there is a usable rate, or until operators decide. What is kept may be sent back: it is `returning`, as a
 * withdrawal, and `returned` once that is paid.
 */
export const depositStates = [
  'confirming',
  'credited',
  'below_minimum',
  'held_unverified',
  'suspense',
  'returning',
  'returned',
] as const;
export type DepositState = (typeof depositStates)[number];

/**
 * What a reader finds that looks again at what it could not record: `unreadable` still, `absent`: its block holds no transfer to an
 * address of ours by that name, or `notKept`: it is one, and fits into no deposit.
 */
export const chainFindings = ['unreadable', 'absent', 'notKept'] as const;
export type ChainFinding = (typeof chainFindings)[number];

/** How many characters of the end of an address are typed back to verify it. */
export const verifiedCharacters = 6;
