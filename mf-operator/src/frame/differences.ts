type Facts = Readonly<Record<string, unknown>>;

/** One fact before and after, as text; absent where it was not there. */
export interface Difference {
  readonly name: string;
  readonly was: string | undefined;
  readonly is: string | undefined;
}

/** The facts of both sides by name, in the order of their first appearance. */
export function differences(before: Facts, after: Facts): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({ name, was: textOf(before, name), is: textOf(after, name) }));
}

/** Without what is not known: `null` is no word of a reader's. */
export const known = (facts: Facts | null): Facts =>
  Object.fromEntries(Object.entries(facts ?? {}).filter(([, fact]) => fact !== null));

function textOf(facts: Facts, name: string): string | undefined {
  const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
