import { type ReleaseManifest, servedRelease } from '@trellis/api-contract';
import type { Middleware } from 'koa';
import { AppError } from '../../ground/errors.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import { type Releasable, releasables } from '../releases/files/store.ts';

const addressOfFile = new RegExp(`^/assets/([a-z]+)/${servedRelease}/([A-Za-z0-9][A-Za-z0-9._-]*)$`);

/**
 * Development only: the shell and features as their development servers have them, in the place of stored releases.
 * Their files go through this origin, so that the page's policy stays nearly the members' own.
 */
export class DevelopmentServers {
  readonly #servers: ReadonlyMap<Releasable, string>;

  /** @param servers origin of each server, by what it serves */
  constructor(servers: Readonly<Partial<Record<Releasable, string>>>) {
    this.#servers = new Map(
      releasables.flatMap((name) => {
        const server = servers[name];
        return server === undefined ? [] : [[name, server] as const];
      }),
    );
  }

  /** Where pages hear of changes; empty when nothing is served. */
  get sockets(): readonly string[] {
    return [...this.#servers.values()].map((server) => server.replace(/^http/, 'ws'));
  }

  has(feature: Releasable): boolean {
    return this.#servers.has(feature);
  }

  /** What is served now, after its build has ended; `undefined` if no server has this. Its files have no digests. */
  async manifest(feature: Releasable): Promise<ReleaseManifest | undefined> {
    const server = this.#servers.get(feature);
    if (server === undefined) return undefined;
    const response = await fetch(`${server}/assets/${feature}/${servedRelease}/release.json`);
    if (!response.ok) throw new Error(`the development server of ${feature} answered ${response.status}`);
    const manifest = (await response.json()) as ReleaseManifest;
    const files = Object.entries(manifest.files).map(([name, file]) => [name, { ...file, integrity: '' }]);
    return { ...manifest, files: Object.fromEntries(files) };
  }

  middleware(): Middleware<RequestState> {
    return async (context, next) => {
      const [, feature, file] = addressOfFile.exec(context.path) ?? [];
      const server = feature === undefined ? undefined : this.#servers.get(feature as Releasable);
      if (server === undefined || file === undefined) return next();
      const answer = await fetch(server + context.path);
      if (!answer.ok) throw new AppError('request.not_found');
      context.set('Cache-Control', 'no-store');
      context.set('Content-Type', answer.headers.get('content-type') ?? 'text/plain');
      context.body = Buffer.from(await answer.arrayBuffer());
    };
  }
}
