import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audienceOf, type LoadReport, loadReportsPath, type ReleaseManifest } from '@trellis/api-contract';
import { contracts, schemas } from '@trellis/api-contract/schemas';
import Koa from 'koa';
import { SourceMaps } from '../releases/files/sourceMaps.ts';
import type { ReleaseStore } from '../releases/files/store.ts';
import { thrownOf, topFrame } from '../releases/live/browserErrors.ts';
import { serveAssets } from '../web/assets.ts';
import { type SmokePage, writeSmokePage } from './smokePage.ts';

/** What the page must report within this time. A cold browser on a busy machine takes a few seconds. */
const deadlineMs = 45_000;
/** A screen that throws while it is drawn does so after its load went well. */
const drawingMs = 2_000;

/** A browser to try releases in: `CHROMIUM_PATH`, or the usual places. `undefined`: there is none. */
export function installedBrowser(env: NodeJS.ProcessEnv): string | undefined {
  return [env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
}

/**
 * Opens a page of a release in a headless browser: the real shell, the real files, and an API that is not there. The
 * page itself says how it went, by the reports that every page sends.
 * @returns what went wrong, as the end of a sentence; `undefined` when the release started and its screen was drawn
 */
export async function smokeLoad(store: ReleaseStore, page: SmokePage, browser: string): Promise<string | undefined> {
  const maps = new SourceMaps({ sourceMap: async (...file) => store.sourceMap(...file) });
  const heard = new Verdict(page.candidate, maps);
  const server = createServer(smokeApp(store, page, (reports) => heard.take(reports)).callback());
  const port = await new Promise<number>((listening) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      listening(address && typeof address === 'object' ? address.port : 0);
    });
  });
  const profile = mkdtempSync(join(tmpdir(), 'trellis-smoke-'));
  const child = spawn(browser, [...browserArguments(profile), `http://localhost:${port}${page.path}`], {
    stdio: 'ignore',
    detached: true,
  });
  child.once('error', (error) => heard.end(`the browser ${browser} did not start: ${error.message}`));
  child.once('exit', () => heard.end(`the browser ${browser} ended before the page said anything`));
  try {
    return await heard.spoken;
  } finally {
    await stop(child);
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What the page's reports come to. */
class Verdict {
  readonly spoken: Promise<string | undefined>;
  readonly #candidate: ReleaseManifest;
  readonly #maps: SourceMaps;
  #speak: (verdict: string | undefined) => void = () => undefined;
  readonly #deadline: NodeJS.Timeout;
  #drawing: NodeJS.Timeout | undefined;

  constructor(candidate: ReleaseManifest, maps: SourceMaps) {
    this.#candidate = candidate;
    this.#maps = maps;
    this.spoken = new Promise((speak) => {
      this.#speak = speak;
    });
    this.#deadline = setTimeout(() => this.end(`its page said nothing within ${deadlineMs / 1000} s`), deadlineMs);
  }

  take(reports: readonly LoadReport[]): void {
    for (const report of reports) {
      const { feature, release, phase, outcome } = report;
      // A shell is tried with a feature that is known to work: whatever fails then is the shell's doing.
      if (this.#candidate.feature !== 'shell' && release !== this.#candidate.release) continue;
      if (outcome !== 'ok')
        void this.#reported(report).then((where) => this.end(`${feature} ${release}: ${phase} ${outcome}${where}`));
      else if (phase === 'start') this.#drawing ??= setTimeout(() => this.end(undefined), drawingMs);
    }
  }

  /** What threw, and where in the sources; empty where no place is known. */
  async #reported(report: LoadReport): Promise<string> {
    const thrown = report.outcome === 'crashed' || report.outcome === 'threw' ? thrownOf(report) : undefined;
    const top = thrown && topFrame(report.feature, report.release, thrown.frames);
    if (!top) return '';
    const { file, line, column } = (await this.#maps.locate(top)) ?? top;
    return `: ${thrown.name} at ${file}:${line}:${column}, on ${thrown.screen}`;
  }

  end(verdict: string | undefined): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#drawing);
    this.#speak(verdict);
  }
}

function smokeApp(store: ReleaseStore, page: SmokePage, take: (reports: readonly LoadReport[]) => void): Koa {
  const app = new Koa();
  const { base } = contracts[audienceOf(page.candidate.feature)];
  const reports = base + loadReportsPath;
  const manifest = (feature: string, release: string): ReleaseManifest | undefined =>
    [page.shell, ...page.features].find((each) => each.feature === feature && each.release === release);
  app.use(serveAssets(store, { manifest }));
  app.use(async (context) => {
    if (context.path === reports && context.method === 'POST') {
      const chunks: Buffer[] = [];
      for await (const chunk of context.req) chunks.push(chunk as Buffer);
      take(schemas.reportLoads.body.parse(JSON.parse(Buffer.concat(chunks).toString('utf8'))).reports);
      context.status = 202;
      context.body = {};
    } else if (context.path.startsWith(base)) {
      context.status = 503;
      context.body = { code: 'server.busy', status: 503, title: 'Busy', params: { seconds: 60 } };
    } else {
      const { html, policy } = writeSmokePage(page);
      context.set('Content-Security-Policy', policy);
      context.type = 'text/html; charset=utf-8';
      context.body = html;
    }
  });
  return app;
}

function browserArguments(profile: string): string[] {
  // Its own sandbox needs rights that root and containers do not have.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync'];
  return ['--headless=new', ...sandbox, ...quiet, `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
}

/** Ends the browser with all its processes, and waits for it: its profile can then be removed. */
async function stop(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((next) => child.once('exit', next));
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
  await ended;
}
