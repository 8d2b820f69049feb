import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

const compressible = new Set(['.js', '.css', '.json', '.svg']);
const gzipOptions = { level: 9 };

/** Puts packed copies alongside each file of a release. Highest quality once, so that serving costs nothing. */
export function packFolder(folder: string): void {
  for (const file of filesToPack(folder)) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content, brotliOptions(content)));
    writeFileSync(`${file}.gz`, gzipSync(content, gzipOptions));
  }
}

/** The same in a process that serves meanwhile: on one thread of the pool, and never on the one that answers. */
export async function packFolderAlongside(folder: string): Promise<void> {
  for (const file of filesToPack(folder)) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, brotliOptions(content)));
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, gzipOptions));
  }
}

const filesToPack = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => compressible.has(extname(file)))
    .map((file) => join(folder, file));

const brotliOptions = ({ length }: Buffer): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});
