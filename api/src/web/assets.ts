import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Middleware } from 'koa';
import type { RequestState } from '../http/pipeline.ts';
import { AppError } from '../http/problem.ts';
import type { ReleaseStore } from '../releases/store.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Names as the build makes them: no folders, no dot in front, nothing that leaves the release. */
const assetPath = /^\/assets\/([a-z]+)\/([A-Za-z0-9][A-Za-z0-9._-]*)\/([A-Za-z0-9][A-Za-z0-9._-]*)$/;

/** Serves released files, for ever the same under their address. What is not there is a plain 404, never a page. */
export function serveAssets(store: ReleaseStore): Middleware<RequestState> {
  return async (context, next) => {
    if (!context.path.startsWith('/assets/')) return next();
    const [, feature = '', release = '', file = ''] = assetPath.exec(context.path) ?? [];
    const type = types[extname(file)];
    if (type === undefined || (context.method !== 'GET' && context.method !== 'HEAD'))
      throw new AppError('request.not_found');
    const plain = join(store.root, feature, release, file);
    const packed = context.acceptsEncodings('br', 'gzip', 'identity');
    const suffix = packed === 'br' ? '.br' : packed === 'gzip' ? '.gz' : '';
    const [path, encoding] = (await isFile(plain + suffix)) ? [plain + suffix, packed] : [plain, 'identity'];
    // The plain file decides: one that was taken away is gone, whatever packed copies remain.
    if (!(await isFile(plain))) throw new AppError('request.not_found');

    context.set('Content-Type', type);
    context.set('Vary', 'Accept-Encoding');
    if (encoding === 'br' || encoding === 'gzip') context.set('Content-Encoding', encoding);
    context.set('Cache-Control', 'public, max-age=31536000, immutable');
    context.set('X-Content-Type-Options', 'nosniff');
    context.set('Cross-Origin-Resource-Policy', 'same-origin');
    context.set('Timing-Allow-Origin', new URL(context.href).origin);
    context.length = (await stat(path)).size;
    context.status = 200;
    if (context.method === 'GET') context.body = createReadStream(path);
  };
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
