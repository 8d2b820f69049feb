/** The order in which a list was read, which goes with the way to one of its rows: its page leads on to the next. */
export interface RowOrder {
  readonly rows: readonly string[];
  /** The list as it was narrowed down. */
  readonly list: string;
}

/** Where a row leads by its id. */
export type WayTo = (id: string) => {
  readonly to: string;
  readonly replace: boolean;
  readonly state: RowOrder | null;
};

/** What the state of a history entry says, which may be of another version. */
export function orderIn(state: unknown): RowOrder | undefined {
  if (typeof state !== 'object' || state === null || !('rows' in state) || !('list' in state)) return undefined;
  const { rows, list } = state;
  const isOrder = Array.isArray(rows) && rows.every((row) => typeof row === 'string') && typeof list === 'string';
  return isOrder ? { rows, list } : undefined;
}
