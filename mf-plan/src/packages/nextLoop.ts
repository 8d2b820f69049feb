import { type Money, minorOf, money } from '@trellis/api-contract';
import type { OwnPackage } from '../api.ts';

export type OwnLoop = OwnPackage['loops'][number];

const usdp = (value: bigint): Money => money(value, 'USDP');

/** What a loop brings: its part of the price and its part of the reward. */
export const broughtBy = ({ value, reward }: Pick<OwnLoop, 'value' | 'reward'>): Money =>
  usdp(minorOf(value) + minorOf(reward));

/** What has come back of a package, what is still locked, and the reward among what came. */
export function soFar({ loops, cancelledAt }: Pick<OwnPackage, 'loops' | 'cancelledAt'>) {
  let [active, locked, reward] = [0n, 0n, 0n];
  for (const loop of loops) {
    if (loop.releasedAt !== null) {
      active += minorOf(loop.value) + minorOf(loop.reward);
      reward += minorOf(loop.reward);
    } else if (cancelledAt === null) locked += minorOf(loop.value);
  }
  return { active: usdp(active), locked: usdp(locked), reward: usdp(reward) };
}

const dayMs = 86_400_000;
const beginning = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** How much of the time before a loop has passed, from 0 to 1. */
export function passedOf(
  loops: readonly Pick<OwnLoop, 'dueOn'>[],
  index: number,
  startedAt: string,
  now: number,
): number {
  const due = beginning(loops[index]?.dueOn ?? '');
  const before =
    index === 0 ? Math.floor(Date.parse(startedAt) / dayMs) * dayMs : beginning(loops[index - 1]?.dueOn ?? '');
  return Math.min(1, Math.max(0, (now - before) / (due - before)));
}

/** Which loop comes next; -1: all came, or none will. */
export const nextIndex = ({ loops, cancelledAt }: Pick<OwnPackage, 'loops' | 'cancelledAt'>): number =>
  cancelledAt === null ? loops.findIndex(({ releasedAt }) => releasedAt === null) : -1;
