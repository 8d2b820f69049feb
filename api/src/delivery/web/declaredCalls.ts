import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type AudienceName,
  audienceOf,
  callsWithoutProof,
  type Endpoint,
  featureHeader,
  type Proofs,
  type ReleaseManifest,
  servedRelease,
} from '@trellis/api-contract';
import type { Context } from 'koa';
import type { Clock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import type { Audience } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import { ownCookies } from '../../platform/http/cookies.ts';
import type { Arrivals } from '../releases/bucket/arrivals.ts';
import type { VerifiedReleases } from '../releases/compatibility/verified.ts';
import type { Releasable } from '../releases/files/store.ts';
import type { RefusedCalls } from '../releases/live/refusedCalls.ts';
import { arrive, isReleasable } from './assets.ts';
import type { DevelopmentServers } from './developmentServers.ts';
import type { Overrides } from './overrides.ts';
import type { LiveRegistry, LiveReleases } from './registry.ts';
import { visitorOf } from './visitor.ts';

/** What is proven begins so: no other code of the server's can stand for it. */
const purpose = 'trellis feature 1\n';
const proofBytes = 16;
const hourMs = 3_600_000;

/** Names of endpoints, or all of the audience's. */
export type Callable = ReadonlySet<string> | 'all';

interface DeclaredCallsParts {
  readonly config: Pick<Config, 'secrets'> & { readonly undeclaredCallsHours: number };
  readonly clock: Clock;
  readonly registry: LiveRegistry;
  readonly verified: Pick<VerifiedReleases, 'manifest'>;
  readonly arrivals: Arrivals | undefined;
  readonly developmentServers: DevelopmentServers;
  readonly overrides: Overrides;
  /** Counts what a release calls that it does not declare. */
  readonly refusedCalls: Pick<RefusedCalls, 'note'>;
}

/** Who sends a request, by a proof that holds, and what they may call. */
interface Sender {
  /** `undefined`: no release that is on record, as of a command or a development server. */
  readonly release?: { readonly feature: Releasable; readonly release: string };
  readonly callable: Callable;
}

/**
 * Holds the releases of a page to the calls that they declare. The document carries a proof for each of them, which is good in
 * this browser alone, by a cookie that no script reads; the shell hands none of them to a feature, and sends it with whatever
 * that feature calls.
 */
export class DeclaredCalls {
  readonly #parts: DeclaredCallsParts;
  readonly #sets = new WeakMap<ReleaseManifest, ReadonlySet<string>>();

  constructor(parts: DeclaredCallsParts) {
    this.#parts = parts;
  }

  /** For the document of a browser. @param overridden the feature that comes from a developer's machine */
  proofs(
    kind: AudienceName,
    { shell, features }: LiveReleases,
    overridden: string | undefined,
    visitor: string,
  ): Proofs {
    const releases = [...(shell ? [shell] : []), ...features.values()].map(({ feature, release }) => [
      feature,
      release,
    ]);
    if (overridden !== undefined) releases.push([overridden, servedRelease]);
    const [secret] = this.#parts.config.secrets;
    if (!secret) throw new Error('no secret key');
    return Object.fromEntries(
      releases.map(([feature = '', release = '']) => {
        const proof = macOf(secret, [kind, feature, release, visitor]).toString('base64url');
        return [feature, `${feature} ${release} ${proof}`];
      }),
    );
  }

  /** @throws AppError request.page_outdated where it is not for the page's release to call this */
  async check<C extends Call>(
    context: Context,
    audience: Audience<C>,
    caller: C,
    name: string,
    { file }: Pick<Endpoint, 'file'>,
  ): Promise<void> {
    if (callsWithoutProof.includes(name)) return;
    // A link to a file: it goes to the reader's device, and no script sees it.
    if (file !== undefined && context.headers['sec-fetch-mode'] === 'navigate') return;
    const { release: sender, callable } = await this.#senderOf(context, audience, caller);
    if (callable === 'all' || callable.has(name)) return;
    if (sender) this.#parts.refusedCalls.note(sender.feature, sender.release, name);
    throw outdated();
  }

  /** What the sender of a request may call. @throws AppError request.page_outdated if it proves nothing and has to, or wrongly */
  async of<C extends Call>(context: Context, audience: Audience<C>, caller: C): Promise<Callable> {
    return (await this.#senderOf(context, audience, caller)).callable;
  }

  async #senderOf<C extends Call>(context: Context, audience: Audience<C>, caller: C): Promise<Sender> {
    const said = context.headers[featureHeader];
    if (said === undefined) {
      if (isFromPage(context) && (await this.#isAsked(audience))) throw outdated();
      return { callable: 'all' };
    }
    const [feature = '', release = '', proof = ''] = String(said).split(' ');
    if (!isReleasable(feature) || (feature !== 'shell' && audienceOf(feature) !== audience.kind)) throw outdated();
    const visitor = visitorOf(ownCookies(context.headers.cookie, audience.cookie.secure));
    if (visitor === undefined || !this.#isProof(proof, [audience.kind, feature, release, visitor])) throw outdated();
    const { registry, verified, arrivals, developmentServers, overrides } = this.#parts;
    if (release === servedRelease) {
      if (developmentServers.has(feature)) return { callable: 'all' };
      if ((await overrides.of(context, audience, caller))?.feature === feature) return { callable: 'all' };
      throw outdated();
    }
    if (arrivals) await arrive({ registry, arrivals }, feature, release);
    const manifest = verified.manifest(feature, release);
    if (!manifest) throw outdated();
    return { release: { feature, release }, callable: this.#setOf(manifest) };
  }

  /**
   * Members' pages that prove nothing are refused once no page can be open any more that was made before. On the operators' host
   * there is one feature alone, and the emergency page, which is of no release.
   */
  async #isAsked<C extends Call>({ kind }: Audience<C>): Promise<boolean> {
    if (kind !== 'member') return false;
    const since = await this.#parts.registry.declaredSince();
    const { config, clock } = this.#parts;
    return since !== undefined && clock.now().getTime() - since.getTime() >= config.undeclaredCallsHours * hourMs;
  }

  #isProof(proof: string, about: readonly string[]): boolean {
    const given = Buffer.from(proof, 'base64url');
    return (
      given.length === proofBytes &&
      this.#parts.config.secrets.some((secret) => timingSafeEqual(given, macOf(secret, about)))
    );
  }

  #setOf(manifest: ReleaseManifest): Callable {
    if (!manifest.calls) return 'all';
    const known = this.#sets.get(manifest) ?? new Set(manifest.calls);
    this.#sets.set(manifest, known);
    return known;
  }
}

/** Whether a script, or a window that one has opened, asks: browsers say so, and no page can have it otherwise. */
const isFromPage = ({ headers }: Context): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-dest'] !== undefined;

const outdated = (): AppError => new AppError('request.page_outdated');

const macOf = (secret: Buffer, about: readonly string[]): Buffer =>
  createHmac('sha256', secret)
    .update(purpose + JSON.stringify(about))
    .digest()
    .subarray(0, proofBytes);
