import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../api/src/testing/index.ts';
import { endProcess } from './processes.ts';
import { phoneSize, pressActions, type RealBrowser, type Start, typeActions, until } from './realBrowser.ts';

const places = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Nothing that a browser does of its own accord. */
const preferences = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  // A window that nobody sees is never in front: without this it notifies its page of no focus that comes or goes.
  'focusmanager.testmode': true,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'remote.active-protocols': 1,
  'toolkit.telemetry.enabled': false,
};

/** Firefox without a window, over WebDriver BiDi: its own remote agent speaks it, no driver stands between. */
export const startFirefox: Start = async () => {
  const path = places.find((place) => place !== undefined && existsSync(place));
  if (path === undefined) return 'Firefox';
  const profile = mkdtempSync(join(tmpdir(), 'trellis-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const port = await freePort();
  const child = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, MOZ_HEADLESS: '1', HOME: profile } },
  );
  const close = async () => {
    await endProcess(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await listening(child);
    return await drive(port, close);
  } catch (error) {
    await close();
    throw error;
  }
};

async function listening(child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await until('Firefox listens', async () => said.includes('WebDriver BiDi listening'));
}

async function drive(port: number, closeProcess: () => Promise<void>): Promise<RealBrowser> {
  const { send, end } = await connect(`ws://127.0.0.1:${port}/session`);
  const { capabilities } = (await send('session.new', { capabilities: {} })) as {
    capabilities: { browserVersion: string };
  };
  // A window that was opened by hand, so to speak, is in front: only such a one is informed that focus comes and goes.
  const { context } = (await send('browsingContext.create', { type: 'window' })) as { context: string };
  await send('browsingContext.activate', { context });
  await send('browsingContext.setViewport', { context, viewport: phoneSize });
  const perform = (id: string, type: string, actions: object[]) =>
    send('input.performActions', { context, actions: [{ type, id, actions }] });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    async open(address) {
      await send('browsingContext.navigate', { context, url: address, wait: 'complete' });
    },
    async evaluate(expression) {
      const answer = (await send('script.evaluate', {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
      })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text);
      return JSON.parse(answer.result?.value ?? 'null');
    },
    async press(x, y) {
      await perform('mouse', 'pointer', pressActions(x, y));
    },
    async type(text) {
      await perform('keys', 'key', typeActions(text));
    },
    async close() {
      end();
      await closeProcess();
    },
  };
}

interface Reported {
  readonly id?: number;
  readonly type: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** One command after another over a socket; each is answered under its number. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((open, fail) => {
    socket.addEventListener('open', open, { once: true });
    socket.addEventListener('error', () => fail(new Error(`no connection to ${address}`)), { once: true });
  });
  const open = new Map<number, (reported: Reported) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reported = JSON.parse(String(data)) as Reported;
    if (reported.id !== undefined) open.get(reported.id)?.(reported);
  });
  let last = 0;
  return {
    send: async (method: string, params: object): Promise<unknown> => {
      last += 1;
      const id = last;
      const answer = new Promise<Reported>((next) => open.set(id, next));
      socket.send(JSON.stringify({ id, method, params }));
      const reported = await answer;
      open.delete(id);
      if (reported.type === 'error') throw new Error(`${method}: ${reported.error}, ${reported.message}`);
      return reported.result;
    },
    end: () => socket.close(),
  };
}
