import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { freePort } from '../../api/src/testing/index.ts';
import { endProcess } from './processes.ts';
import { phoneSize, pressActions, type RealBrowser, type Start, typeActions, until } from './realBrowser.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const screenPath = '/usr/bin/Xvfb';
const findBrowser = (): string | undefined =>
  globSync('/usr/{lib/*,libexec}/webkit{2,}gtk-*/MiniBrowser').sort().at(-1);

/** WebKit as GTK builds it, over WebDriver, on a screen that nobody sees: it does not run without one. */
export const startWebkit: Start = async () => {
  const browser = findBrowser();
  const missing = [
    !existsSync(driverPath) && 'WebKitWebDriver',
    !browser && 'MiniBrowser',
    !existsSync(screenPath) && 'Xvfb',
  ];
  if (missing.some(Boolean)) return missing.filter(Boolean).join(', ');
  const screen = spawn(screenPath, ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let display = '';
  screen.stdout.on('data', (chunk: Buffer) => {
    display += chunk.toString();
  });
  await until('a screen', async () => display.endsWith('\n'));
  const port = await freePort();
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display.trim()}`, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' },
  });
  const close = async () => {
    await endProcess(driver);
    await endProcess(screen);
  };
  try {
    return await drive(`http://127.0.0.1:${port}`, browser ?? '', close);
  } catch (error) {
    await close();
    throw error;
  }
};

async function drive(driver: string, binary: string, closeProcesses: () => Promise<void>): Promise<RealBrowser> {
  await until('the driver listens', () =>
    fetch(`${driver}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const { sessionId, capabilities } = (await send(driver, 'POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const post = (path: string, body: object) => send(driver, 'POST', `/session/${sessionId}${path}`, body);
  await post('/window/rect', phoneSize);
  await post('/timeouts', { script: 20_000, pageLoad: 60_000 });
  const perform = (id: string, type: string, actions: object[]) =>
    post('/actions', { actions: [{ type, id, actions }] });
  return {
    name: `WebKit ${capabilities.browserVersion}`,
    async open(url) {
      await post('/url', { url });
    },
    async evaluate(expression) {
      const answer = await post('/execute/async', {
        script: `const done = arguments[0]; (async () => JSON.stringify((await (${expression})) ?? null))().then(done, (error) => done('!' + error));`,
        args: [],
      });
      if (String(answer).startsWith('!')) throw new Error(String(answer).slice(1));
      return JSON.parse(String(answer));
    },
    async press(x, y) {
      await perform('mouse', 'pointer', pressActions(x, y));
    },
    async type(text) {
      await perform('keys', 'key', typeActions(text));
    },
    async close() {
      await send(driver, 'DELETE', `/session/${sessionId}`).catch(() => undefined);
      await closeProcesses();
    },
  };
}

async function send(driver: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${path}: ${value.error}, ${value.message}`);
  return value;
}
