import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { ReleaseBucket } from '../delivery/releases/bucket/bucket.ts';
import type { BucketAddress } from '../delivery/releases/bucket/bucketAddress.ts';

/** How the store behaves: `hanging` takes a call and says nothing, `trickling` never ends what it says. */
type Mood = 'well' | 'failing' | 'hanging' | 'trickling';

/** A real S3 server over HTTP, with a bucket of its own, that can be made to fail. */
export interface TestBucket {
  readonly address: BucketAddress;
  readonly bucket: ReleaseBucket;
  /** Calls that reached it since it began, as `GET team/1.0.0/release.json`. */
  readonly calls: string[];
  mood: Mood;
  /** Waits before a call is answered, which makes room for what others do meanwhile. */
  before: (call: string) => Promise<void>;
  /** Keys below a prefix, as they lie there. */
  keys(prefix: string): string[];
  /** Changes an object behind everybody's back. */
  tamper(key: string, content: string): void;
  remove(key: string): void;
  close(): Promise<void>;
}

/** A byte now and then: nobody who waits for silence gives up. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).write('<?xml version="1.0"?>');
  const timer = setInterval(() => response.write(' '), 500);
  response.on('close', () => clearInterval(timer));
}

const name = 'releases';
const prefix = 'trellis/';

export async function startTestBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-bucket-'));
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name }] });
  await store.configureBuckets();
  const answer = store.callback();
  const fileOf = (key: string): string => join(directory, name, `${prefix}${key}._S3rver_object`);

  // It does not know If-None-Match, as some makers do not. Amazon's does: one of two writers comes first.
  let writing: Promise<void> = Promise.resolve();
  const server = createServer((request, response) => {
    const key = new URL(request.url ?? '', 'http://bucket').pathname.replace(`/${name}/${prefix}`, '');
    const call = `${request.method} ${key}`;
    test.calls.push(call);
    if (test.mood === 'hanging') return;
    if (test.mood === 'trickling') return trickle(response);
    void test.before(call).then(() => {
      if (test.mood === 'failing') response.writeHead(503).end();
      else if (request.headers['if-none-match'] !== '*') answer(request, response);
      else
        writing = writing.then(async () => {
          if (existsSync(fileOf(key))) {
            response.writeHead(412).end();
            return;
          }
          const closed = once(response, 'close');
          answer(request, response);
          await closed;
        });
    });
  });
  const port = await new Promise<number>((listening) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      listening(address && typeof address === 'object' ? address.port : 0);
    });
  });
  // The only pair that it knows.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
  const address = { name, prefix, endpoint: `http://127.0.0.1:${port}`, region: undefined };
  const bucket = new ReleaseBucket(address);
  const test: TestBucket = {
    address,
    bucket,
    calls: [],
    mood: 'well' as Mood,
    before: async () => undefined,
    keys: (below) =>
      readdirSync(join(directory, name, prefix), { recursive: true })
        .map(String)
        .filter((path) => path.startsWith(below) && path.endsWith('._S3rver_object'))
        .map((path) => path.replace('._S3rver_object', ''))
        .sort(),
    tamper: (key, content) => writeFileSync(fileOf(key), content),
    remove: (key) => rmSync(fileOf(key)),
    async close() {
      bucket.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return test;
}
