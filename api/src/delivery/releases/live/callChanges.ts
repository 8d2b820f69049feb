import type { ReleaseManifest } from '@trellis/api-contract';
import { type CallEffect, callEffects, effectOf } from '@trellis/api-contract/operator';

interface NamedCall {
  readonly name: string;
  readonly effect: CallEffect | null;
}

/** What a release may call that what is live may not, and the other way round. */
export interface CallChanges {
  readonly release: string;
  /** How many it declares; `null`: none were asked for when it was built, and it may make every call. */
  readonly declared: number | null;
  readonly live: { readonly release: string; readonly declared: number | null } | null;
  /** By effect, money first; empty where one of the two may make every call. */
  readonly added: readonly NamedCall[];
  readonly removed: readonly NamedCall[];
}

/** @param live what everybody has; `undefined`: nothing, so that all is new */
export function callChanges(next: ReleaseManifest, live: ReleaseManifest | undefined): CallChanges {
  const { feature, release, calls } = next;
  const before = live ? live.calls : [];
  /** Those of the first that the second has not. */
  const without = (some: readonly string[] | undefined, others: readonly string[] | undefined): NamedCall[] => {
    if (!some || !others) return [];
    const named = some
      .filter((name) => !others.includes(name))
      .map((name) => ({ name, effect: effectOf(feature, name) ?? null }));
    return named.toSorted((one, other) => rankOf(one) - rankOf(other) || (one.name < other.name ? -1 : 1));
  };
  return {
    release,
    declared: calls?.length ?? null,
    live: live ? { release: live.release, declared: live.calls?.length ?? null } : null,
    added: without(calls, before),
    removed: without(before, calls),
  };
}

const rankOf = ({ effect }: NamedCall): number => (effect === null ? callEffects.length : callEffects.indexOf(effect));

/** The same for a command line, in a line or two. */
export function callChangesText(feature: string, { release, declared, live, added, removed }: CallChanges): string {
  if (declared === null) return `${feature} ${release} declares no calls: it may make every call.`;
  const said = [`${feature} ${release} declares ${declared} calls`];
  if (live === null) said.push('all of them new');
  else if (live.declared === null) said.push(`${live.release}, which is live, may make every call`);
  else {
    said.push(`new against ${live.release}, which is live: ${listOf(added)}`);
    if (removed.length > 0) said.push(`no longer: ${listOf(removed)}`);
  }
  const marked = live === null ? added.filter(({ effect }) => effect !== null) : [];
  if (marked.length > 0) said.push(listOf(marked));
  return `${said.join('; ')}.`;
}

const listOf = (calls: readonly NamedCall[]): string =>
  calls.map(({ name, effect }) => (effect === null ? name : `${name} (${effect})`)).join(', ') || 'none';
