import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import type { Middleware } from 'koa';
import { AppError, busy } from '../../ground/errors.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import type { Arrivals } from '../releases/bucket/arrivals.ts';
import type { VerifiedReleases } from '../releases/compatibility/verified.ts';
import { type Releasable, type ReleaseStore, releasables } from '../releases/files/store.ts';
import { acceptedPacking } from './packing.ts';
import type { LiveRegistry } from './registry.ts';

/** Brings releases that this process never had. Only those that are on record: outsiders can name any others. */
interface Elsewhere {
  readonly registry: Pick<LiveRegistry, 'knows'>;
  readonly arrivals: Pick<Arrivals, 'isMissing' | 'wanted'>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Names as the build makes them: no folders, no dot in front, nothing that leaves the release. */
const assetPath = /^\/assets\/([a-z]+)\/([A-Za-z0-9][A-Za-z0-9._-]*)\/([A-Za-z0-9][A-Za-z0-9._-]*)$/;

const retrySeconds = 5;

/**
 * Serves released files, for ever the same under their address: those that a signed manifest names. What is not there, or
 * was put there by nobody who may, is a plain 404, never a page.
 */
export function serveAssets(
  store: ReleaseStore,
  verified: Pick<VerifiedReleases, 'manifest'>,
  elsewhere?: Elsewhere,
): Middleware<RequestState> {
  return async (context, next) => {
    if (!context.path.startsWith('/assets/')) return next();
    const [, feature = '', release = '', file = ''] = assetPath.exec(context.path) ?? [];
    const type = types[extname(file)];
    if (type === undefined || (context.method !== 'GET' && context.method !== 'HEAD'))
      throw new AppError('request.not_found');
    if (isForWorker(context.headers)) throw new AppError('request.not_found');
    if (elsewhere) await arrive(elsewhere, feature, release);
    const manifest = isReleasable(feature) ? verified.manifest(feature, release) : undefined;
    if (!manifest || !Object.hasOwn(manifest.files, file)) throw new AppError('request.not_found');
    const plain = join(store.root, feature, release, file);
    const packed = acceptedPacking(context);
    const suffix = packed === 'br' ? '.br' : packed === 'gzip' ? '.gz' : '';
    const [path, encoding] = (await isFile(plain + suffix)) ? [plain + suffix, packed] : [plain, 'identity'];
    // The plain file decides: one that was taken away is gone, whatever packed copies remain.
    if (!(await isFile(plain))) throw new AppError('request.not_found');

    context.set('Content-Type', type);
    context.set('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') context.set('Content-Encoding', encoding);
    context.set('Cache-Control', 'public, max-age=31536000, immutable');
    context.set('Timing-Allow-Origin', new URL(context.href).origin);
    context.length = (await stat(path)).size;
    context.status = 200;
    if (context.method === 'GET') context.body = createReadStream(path);
  };
}

/** No file is a worker's script: a service worker would stay in a browser when its release is long gone. */
const isForWorker = (headers: IncomingHttpHeaders): boolean =>
  headers['service-worker'] !== undefined ||
  ['serviceworker', 'worker', 'sharedworker'].includes(String(headers['sec-fetch-dest']));

/** Brings a release that is on record. @throws AppError server.busy while it cannot be had */
export async function arrive({ registry, arrivals }: Elsewhere, name: string, release: string): Promise<void> {
  const feature = isReleasable(name) ? name : undefined;
  if (!feature || !arrivals.isMissing(feature, release) || !(await registry.knows(feature, release))) return;
  if ((await arrivals.wanted(feature, release)) === 'later') throw busy(retrySeconds);
}

export const isReleasable = (name: string): name is Releasable => releasables.some((each) => each === name);

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
