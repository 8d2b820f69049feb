/** `npm run bench`: prints the budgets of bytes and round trips, as the last build and a real browser have them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { featureNames, type ReleaseManifest } from '@trellis/api-contract';
import { builtReleases } from '../../api/src/releases/built.ts';
import { readManifest } from '../../api/src/releases/store.ts';
import { projectRoot } from '../support/product.ts';
import { measureFirstScreen } from './firstScreen.ts';

interface Row {
  readonly what: string;
  readonly value: string;
  readonly budget: string;
  readonly within: boolean;
}

const kilobyte = 1024;

/** Brotli bytes of files of a release, together. */
function packed(folder: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0);
}

function bytesRow(what: string, bytes: number, budgetKilobytes: number): Row {
  const value = `${(bytes / kilobyte).toFixed(1)} KB`;
  return { what, value, budget: `≤ ${budgetKilobytes} KB`, within: bytes <= budgetKilobytes * kilobyte };
}

function bytesRows(): Row[] {
  const releases = new Map(builtReleases(projectRoot).map((folder) => [readManifest(folder).feature, folder]));
  const shell = releases.get('shell');
  if (shell === undefined) throw new Error('nothing is built: npm run build');
  const start = readManifest(shell).chunks.shell ?? [];
  const rows = [
    bytesRow(
      'shell, start scripts',
      packed(
        shell,
        start.filter((file) => file.endsWith('.js')),
      ),
      150,
    ),
    bytesRow(
      'shell, start styles',
      packed(
        shell,
        start.filter((file) => file.endsWith('.css')),
      ),
      8,
    ),
  ];
  for (const feature of featureNames) {
    const folder = releases.get(feature);
    if (folder === undefined) continue;
    const manifest = readManifest(folder);
    rows.push(bytesRow(`${feature}, entry`, packed(folder, [manifest.entry]), 4));
    rows.push(
      bytesRow(`${feature}, first screen with its entry and texts`, packed(folder, firstScreenFiles(manifest)), 25),
    );
  }
  return rows;
}

function firstScreenFiles(manifest: ReleaseManifest): string[] {
  const chunks = ['feature', 'texts-en', manifest.routes[0]?.screen ?? ''].flatMap(
    (chunk) => manifest.chunks[chunk] ?? [],
  );
  return [...new Set([manifest.entry, ...chunks])];
}

async function main(): Promise<void> {
  const rows = bytesRows();
  const { waves, elapsedRoundTrips, requests, doubled } = await measureFirstScreen();
  rows.push({
    what: 'round trips to the first wallet screen with data',
    value: String(waves),
    budget: '2',
    within: waves <= 2,
  });
  rows.push({
    what: 'the same by the clock, HTTP/1.1 with six connections',
    value: elapsedRoundTrips.toFixed(1),
    budget: '',
    within: true,
  });
  rows.push({ what: 'requests for it', value: String(requests), budget: '', within: true });
  rows.push({ what: 'files fetched twice', value: String(doubled.length), budget: '0', within: doubled.length === 0 });
  for (const { what, value, budget, within } of rows)
    process.stdout.write(`${within ? '   ' : '!! '}${what.padEnd(56)}${value.padStart(10)}   ${budget}\n`);
}

await main();
