/** One thing that a member did. Minor units; `at` in milliseconds. */
export interface Move {
  readonly member: string;
  readonly amount: bigint;
  readonly at: number;
}

/** What a limit allows. Minor units; `undefined`: that is not limited. */
export interface Bounds {
  readonly minimum: bigint;
  readonly maximum?: bigint | undefined;
  readonly dayMaximum?: bigint | undefined;
}

export interface Verdict {
  readonly count: number;
  readonly refused: { readonly minimum: number; readonly maximum: number; readonly day: number };
  readonly members: number;
}

const dayMs = 86_400_000;

/**
 * How moves would have fared under other bounds, one after the other as they came: what is refused uses nothing up of the
 * day. Days are UTC, as the ledger counts them.
 * @param moves by time, from the beginning of the first day on
 * @param since only those from then on are counted; earlier ones only use up their day
 */
export function judge(moves: readonly Move[], { minimum, maximum, dayMaximum }: Bounds, since: number): Verdict {
  const used = new Map<string, bigint>();
  const refused = { minimum: 0, maximum: 0, day: 0 };
  const members = new Set<string>();
  let count = 0;
  for (const { member, amount, at } of moves) {
    const day = `${member} ${Math.floor(at / dayMs)}`;
    const after = (used.get(day) ?? 0n) + amount;
    const bound =
      amount < minimum
        ? 'minimum'
        : maximum !== undefined && amount > maximum
          ? 'maximum'
          : dayMaximum !== undefined && after > dayMaximum
            ? 'day'
            : undefined;
    if (bound === undefined) used.set(day, after);
    if (at < since) continue;
    count += 1;
    if (bound === undefined) continue;
    refused[bound] += 1;
    members.add(member);
  }
  return { count, refused, members: members.size };
}
