import type { Releasable } from '../../delivery/releases/files/store.ts';
import { wholeShare } from '../../delivery/releases/live/assignment.ts';
import type { Releases } from '../../delivery/releases/live/releases.ts';
import { installedBrowser, smokeLoad } from '../../delivery/smoke/smoke.ts';
import { smokePageOf } from '../../delivery/smoke/smokePage.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { ExplainedError } from '../../ground/explainedError.ts';

/** What the command line says beside command and feature. */
export interface StepArguments {
  readonly release: string | undefined;
  readonly share: string | undefined;
  /** Leaves the browser out. */
  readonly untried: boolean;
}

/** Steps that change what is live: each says in the end what it did. */
export const liveSteps: Readonly<
  Record<
    string,
    (releases: Releases, feature: Releasable, given: StepArguments, deed: ActorWithReason) => Promise<string>
  >
> = {
  async activate(releases, feature, { release, untried }, deed) {
    await tryOut(releases, feature, needed(release), untried);
    await releases.activate(feature, needed(release), deed);
    return `${feature} ${release} is live.`;
  },
  async rollout(releases, feature, { release, share, untried }, deed) {
    const hundredths = readShare(needed(share));
    if (hundredths > 0) await tryOut(releases, feature, needed(release), untried);
    await releases.rollOut(feature, needed(release), hundredths, deed);
    return `${feature} ${release} is live for ${share?.replace(/%$/, '')} % of all members.`;
  },
  async rollback(releases, feature, { release }, deed) {
    return `${feature} ${await releases.rollBack(feature, release, deed)} is live again.`;
  },
  async off(releases, feature, _given, deed) {
    await releases.switchOff(feature, deed);
    return `${feature} is switched off.`;
  },
  async on(releases, feature, _given, deed) {
    await releases.switchOn(feature, deed);
    return `${feature} is switched on.`;
  },
  async pin(releases, feature, _given, deed) {
    return `${feature} ${await releases.pin(feature, deed)} is pinned.`;
  },
  async unpin(releases, feature, _given, deed) {
    await releases.unpin(feature, deed);
    return `${feature} is not pinned.`;
  },
  async floor(releases, feature, { release }, deed) {
    await releases.raiseFloor(feature, needed(release), deed);
    return `Nothing older than ${feature} ${release} can be made live.`;
  },
};

/** Loads a release that is not live yet in a real browser. @throws ExplainedError with what it told, if it fails */
async function tryOut(releases: Releases, feature: Releasable, release: string, untried: boolean): Promise<void> {
  const { store } = releases;
  const browser = installedBrowser(process.env);
  if (untried || browser === undefined) return;
  const beside = await releases.beside(feature, release);
  if (!store.has(feature, release)) return;
  const page = smokePageOf(store.manifest(feature, release), beside);
  const fault = page && (await smokeLoad(store, page, browser));
  if (fault !== undefined) throw new ExplainedError(`${feature} ${release} does not load in a browser: ${fault}`);
}

/** @throws ExplainedError if it is not there */
export function needed(value: string | undefined): string {
  if (value === undefined) throw new ExplainedError('Something is missing: npm run release tells what.');
  return value;
}

/** `12.5` or `12.5%`. @returns hundredths of a percent */
function readShare(text: string): number {
  const [, whole = '', hundredths = ''] = /^([0-9]{1,3})(?:\.([0-9]{1,2}))?%?$/.exec(text) ?? [];
  const share = whole === '' ? Number.NaN : Number(whole) * 100 + Number(hundredths.padEnd(2, '0'));
  if (!(share <= wholeShare))
    throw new ExplainedError(`${text} is not a share: say 0 to 100, with two decimals at most.`);
  return share;
}
