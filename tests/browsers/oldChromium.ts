import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright';
import { launchArguments } from '../support/browser.ts';
import { projectRoot } from '../support/product.ts';

/** For a journey that may be the first: fetching takes its time. */
export const fetchingMs = 300_000;

/** Packages that carry a Chromium of their time, as a program for Linux; nothing of theirs is run but that. */
const packages = {
  /** The oldest that we support. */
  108: [
    '@sparticuz/chromium@108.0.3',
    'vMOWoGKb/zQZ83FoB8GUAx5LzofaeCp0qCSQDkuugx89/CFmgRlUBO3x1Kk/4jwVXeM055UaYvhboaohPpH9zA==',
  ],
  /** One that is too old. */
  83: [
    'chrome-aws-lambda@3.1.1',
    'ikOcpFgobiiUvDXtBft+jxVz2CsauRV58owDtVyF1ocl/YN+/eqdIrrmbItm3yeJGnb9RtKxzFAqGcpBTQbTCA==',
  ],
} as const;

/**
 * Starts an old Chromium. It is fetched once, from the registry that npm goes by, into the project's own folder for data:
 * installing the project does not.
 * @returns why there is none, where it cannot be had
 */
export async function startOldChromium(version: keyof typeof packages): Promise<Browser | string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'there is one for Linux on x64 alone';
  const folder = join(projectRoot, '.data', 'browsers', `chromium-${version}`);
  if (!existsSync(folder)) {
    const fault = fetchInto(folder, packages[version]);
    if (fault !== undefined) return fault;
  }
  return chromium.launch({ executablePath: join(folder, 'chromium'), args: launchArguments }).catch((error: Error) => {
    const [, library] = /(\S+): cannot open shared object file/.exec(error.message) ?? [];
    if (library === undefined) throw error;
    return `${library} is not installed`;
  });
}

/** @returns what went wrong */
function fetchInto(folder: string, [name, digest]: (typeof packages)[keyof typeof packages]): string | undefined {
  const arriving = `${folder}-${process.pid}`;
  mkdirSync(arriving, { recursive: true });
  try {
    const packed = spawnSync('npm', ['pack', name, '--silent', '--pack-destination', arriving], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    const file = join(arriving, packed.stdout.trim().split('\n').at(-1) ?? '');
    if (packed.status !== 0 || !existsSync(file)) return `${name} cannot be fetched`;
    const result = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (result !== digest) return `${name} is another one than it was: sha512 ${result}`;
    unpack(file, arriving);
    const bin = join(arriving, 'package', 'bin');
    for (const part of ['chromium', 'swiftshader.tar'])
      writeFileSync(join(arriving, part), brotliDecompressSync(readFileSync(join(bin, `${part}.br`))));
    chmodSync(join(arriving, 'chromium'), 0o755);
    unpack(join(arriving, 'swiftshader.tar'), arriving, '--transform=s,.*/,,');
    for (const rest of ['package', 'swiftshader.tar']) rmSync(join(arriving, rest), { recursive: true });
    rmSync(file);
    // Another journey may have been as quick.
    if (!existsSync(folder)) renameSync(arriving, folder);
    return undefined;
  } finally {
    rmSync(arriving, { recursive: true, force: true });
  }
}

const unpack = (archive: string, into: string, ...options: string[]): void => {
  const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', into, ...options], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};
