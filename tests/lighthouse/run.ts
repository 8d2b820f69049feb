/**
 * `npm run lighthouse`: Lighthouse's four figures for the page of visitors, for log-in and for the wallet of a member, as its
 * mobile preset has them, over HTTP/2 and TLS as in production. The median of `--runs` (3); ends with 1 below `--least` (95). `--json <folder>`
 * keeps the whole reports.
 *
 * The preset slows the processor down by four, which makes a mid-tier phone of a fast desktop and less than any phone of a
 * slow one. So this machine is slowed down by as much as Lighthouse's calibration says for the benchmark index that each look
 * measures; both are printed. `--cpu 4` is the preset as it stands.
 *
 * Lighthouse is no dependency of the project: who only installs it does not pay for it. `npx` fetches this very version.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { demoPassword, demoRoot, freePort } from '../../api/src/testing/index.ts';
import { makeCertificate, startFront } from '../bench/web/front.ts';
import { chromiumPath, launchArguments } from '../support/browser.ts';
import { readOptions } from '../support/options.ts';
import { startProduct } from '../support/product.ts';

const lighthouse = 'lighthouse@13.5.0';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Figures = Record<(typeof categories)[number], number>;

const { values: flags } = readOptions({
  options: {
    runs: { type: 'string', default: '3' },
    least: { type: 'string', default: '95' },
    json: { type: 'string' },
    cpu: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'trellis-lighthouse-'));

interface Report {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { score: number | null; title: string; displayValue?: string }>>;
  readonly environment: { readonly benchmarkIndex: number };
}

/** A page to look at, as who has these cookies. */
interface Page {
  readonly name: string;
  readonly address: string;
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly url: string }[];
}

/** One look by a browser that was never here. The cookies are its own: what it asks later has them, too. */
async function look({ address, cookies }: Page, pin: string, cpu: number): Promise<Report> {
  const report = join(folder, 'report.json');
  const [profile, port] = [mkdtempSync(join(folder, 'profile-')), await freePort()];
  const executablePath = chromiumPath();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath !== undefined && { executablePath }),
    args: [...launchArguments, `--remote-debugging-port=${port}`, `--ignore-certificate-errors-spki-list=${pin}`],
  });
  try {
    await context.addCookies([...cookies]);
    await run('npx', [
      '--yes',
      lighthouse,
      address,
      '--quiet',
      `--port=${port}`,
      // Of a new profile there is nothing to forget but the cookies.
      '--disable-storage-reset',
      '--output=json',
      `--output-path=${report}`,
      `--throttling.cpuSlowdownMultiplier=${cpu}`,
      `--only-categories=${categories.join()}`,
    ]);
  } finally {
    await context.close();
  }
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

/**
 * By how much this machine is slowed down to be a mid-tier phone, by the index that Lighthouse measures: the curve of its
 * calibration (docs/throttling.md and its calculator).
 * @throws Error on a machine that is slower than the phone
 */
function slowdownFor(benchmarkIndex: number): number {
  if (benchmarkIndex < 150) throw new Error(`this machine is too slow: its benchmark index is ${benchmarkIndex}`);
  if (benchmarkIndex < 800) return 1 + (benchmarkIndex - 150) / 650;
  if (benchmarkIndex < 1_300) return 2 + (benchmarkIndex - 800) / 500;
  return 3 + (benchmarkIndex - 1_300) / 233;
}

/** Neighbours change how fast this machine is: a look under another factor than its own index asks for is another phone. */
const tolerance = 0.15;
const mostRuns = 5;
let cpu = flags.cpu === undefined ? 1 : Number(flags.cpu);

/** A look whose own benchmark index fits the factor that it was slowed down by; the last one, if none does. */
async function lookCalibrated(page: Page, pin: string): Promise<Report> {
  for (let runs = 1; ; runs += 1) {
    const report = await look(page, pin, cpu);
    const { benchmarkIndex } = report.environment;
    const wanted = flags.cpu === undefined ? slowdownFor(benchmarkIndex) : cpu;
    const fits = Math.abs(wanted - cpu) / wanted <= tolerance;
    if (fits || runs === mostRuns) {
      const doubt = fits ? '' : `, which asks for ${wanted.toFixed(2)}: not to be relied on`;
      process.stdout.write(`  slowed down by ${cpu.toFixed(2)} at a benchmark index of ${benchmarkIndex}${doubt}\n`);
      return report;
    }
    cpu = wanted;
  }
}

function run(file: string, args: readonly string[]): Promise<void> {
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, CHROME_PATH: chromiumPath() },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => (code === 0 ? done() : fail(new Error(`${file} ${lighthouse} (${code}): ${said}`))));
  });
}

const figuresOf = (report: Report): Figures =>
  Object.fromEntries(
    categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  ) as Figures;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** What a category takes points off for. */
const faultsOf = (report: Report, name: string): string[] =>
  (report.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = report.audits[id];
    const isFault = weight > 0 && audit !== undefined && audit.score !== null && audit.score < 0.9;
    return isFault ? [`${id} ${audit.score}: ${audit.title} ${audit.displayValue ?? ''}`.trim()] : [];
  });

/** The cookies of a member's session, for a browser at this address. */
async function sessionCookies(origin: string, url: string): Promise<Page['cookies']> {
  const answer = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    body: JSON.stringify({ username: demoRoot, password: demoPassword }),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  });
  if (!answer.ok) throw new Error(`no session: ${answer.status}`);
  return answer.headers.getSetCookie().map((cookie) => {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
    return { name, value, url };
  });
}

async function main(): Promise<number> {
  const certificate = await makeCertificate();
  const product = await startProduct();
  const front = await startFront(certificate, product.origin);
  let isEnough = true;
  try {
    const home = `${front.origin}/`;
    const pages: readonly Page[] = [
      { name: 'visitor', address: home, cookies: [] },
      { name: 'login', address: `${front.origin}/login`, cookies: [] },
      { name: 'home', address: home, cookies: await sessionCookies(product.origin, front.origin) },
    ];
    for (const page of pages) {
      const { name: pageName } = page;
      const reports: Report[] = [];
      for (let round = 0; round < Number(flags.runs); round += 1) {
        reports.push(await lookCalibrated(page, certificate.pin));
        if (flags.json === undefined) continue;
        mkdirSync(flags.json, { recursive: true });
        copyFileSync(join(folder, 'report.json'), join(flags.json, `${pageName}-${round}.json`));
      }
      const figures = reports.map(figuresOf);
      process.stdout.write(`${pageName}\n`);
      for (const name of categories) {
        const figure = median(figures.map((each) => each[name]));
        process.stdout.write(`  ${name.padEnd(16)}${figure}  (${figures.map((each) => each[name]).join(', ')})\n`);
        if (figure >= Number(flags.least)) continue;
        isEnough = false;
        const [report] = reports;
        for (const fault of report ? faultsOf(report, name) : []) process.stdout.write(`    ${fault}\n`);
      }
    }
  } finally {
    await front.close();
    await product.stop();
    product.remove();
    rmSync(folder, { recursive: true, force: true });
  }
  return isEnough ? 0 : 1;
}

process.exit(await main());
