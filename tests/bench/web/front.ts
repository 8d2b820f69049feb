import { createHash, X509Certificate } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Boot, bootElementId, languages, type ReleaseManifest } from '@trellis/api-contract';
import { generate } from 'selfsigned';
import { firstScreen, type LiveReleases, type Packing, pack, writeDocument } from '../../../api/src/testing/index.ts';
import type { Monolith } from './monolith.ts';

/** HTTP/2 before the product, as production has it: HTTP/1.1 would let six requests go at a time. */
export interface Front {
  readonly origin: string;
  close(): Promise<void>;
}

/** A self-made certificate, and what a browser knows its key by: the SHA-256 of the public half, in base64. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  readonly pin: string;
}

/** Makes a certificate for this run. */
export async function makeCertificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  const der = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, pin: createHash('sha256').update(der).digest('base64') };
}

/**
 * Starts a front with this certificate. Everything comes from the product; `yardstick` lets the document name
 * the one application's files, with the same data, skeleton and policy.
 */
export async function startFront(certificate: Certificate, product: string, yardstick?: Monolith): Promise<Front> {
  const server = createSecureServer({ ...certificate, allowHTTP1: true });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  server.on('request', (request, response) => {
    answer(product, yardstick, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { origin: `https://localhost:${port}`, close: () => close(server, sessions) };
}

/** Headers that belong to one connection, or to the wire on the other side of the front. */
const ofConnection = /^(?::.*|connection|keep-alive|transfer-encoding|host|content-length|date|origin)$/;

async function answer(
  product: string,
  yardstick: Monolith | undefined,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): Promise<void> {
  const body: Buffer[] = [];
  for await (const part of request) body.push(part as Buffer);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    ofConnection.test(name) || typeof value !== 'string' ? [] : [[name, value] as const],
  );
  const {
    status,
    headers: answered,
    content,
  } = await ask(new URL(request.url, product), request.method, Object.fromEntries(headers), Buffer.concat(body));
  const isDocument = String(answered['content-type']).startsWith('text/html');
  if (!yardstick || !isDocument) {
    response.writeHead(status, answered);
    response.end(content);
    return;
  }
  const packing = packingOf(answered);
  const written = unpack(content, packing).toString('utf8');
  const { html, policy } = documentOf(yardstick, new URL(request.url, product).pathname, written);
  response.writeHead(status, { ...answered, 'content-security-policy': policy });
  response.end(pack(html, packing));
}

const packingOf = ({ 'content-encoding': packing }: Asked['headers']): Packing =>
  packing === 'br' || packing === 'gzip' ? packing : 'identity';

function unpack(content: Buffer, packing: Packing): Buffer {
  if (packing === 'identity') return content;
  return packing === 'br' ? brotliDecompressSync(content) : gunzipSync(content);
}

/** The document the product would write, had the shell the features inside. */
function documentOf({ manifest, routes }: Monolith, path: string, written: string) {
  const [, json = 'null'] = new RegExp(`id="${bootElementId}">(.*?)</script>`, 's').exec(written) ?? [];
  const owner = inside(manifest, routes.wallet);
  const live: LiveReleases = { shell: manifest, features: new Map([['wallet', owner]]) };
  return writeDocument({
    boot: JSON.parse(json) as Boot,
    live,
    registry: { timeoutMs: 120_000, features: {} },
    screen: firstScreen('member', path, 'en', live),
    language: 'en',
    appearance: { textScale: undefined, theme: undefined },
    origin: 'http://bench.invalid',
  });
}

/** The wallet as the server looks for it, with the one application's chunks under the names a release of it has. */
function inside(manifest: ReleaseManifest, routes: ReleaseManifest['routes']): ReleaseManifest {
  const names = [...routes.map(({ screen }) => screen), ...languages.map((language) => `texts-${language}`)];
  const chunks = Object.fromEntries(names.map((name) => [name, manifest.chunks[`wallet-${name}`] ?? []]));
  // It has no entry of its own.
  return { ...manifest, entry: '', routes, chunks };
}

interface Asked {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly content: Buffer;
}

/** Asks the product as the browser asked, and hands its very bytes on: packed files stay packed. */
function ask(url: URL, method: string, headers: Record<string, string>, body: Buffer): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      const kept = Object.entries(response.headers).filter(([name]) => !ofConnection.test(name));
      resolve({
        status: response.statusCode ?? 502,
        headers: Object.fromEntries(kept) as Record<string, string | string[]>,
        content: Buffer.concat(parts),
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}

function close(server: Http2SecureServer, sessions: ReadonlySet<ServerHttp2Session>): Promise<void> {
  for (const session of sessions) session.destroy();
  return new Promise((closed) => server.close(() => closed()));
}
