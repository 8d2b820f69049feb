import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * The options of a long proof or a benchmark. `--help`, or an option that there is not, prints what stands above its first
 * line of code, and ends.
 */
export function readOptions<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  const [, usage = ''] = /^\/\*\*(.+?)\*\//s.exec(readFileSync(process.argv[1] ?? '', 'utf8')) ?? [];
  const text = `${usage.replaceAll(/^ \* ?/gm, '').trim()}\n`;
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(text);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${text}`);
    process.exit(2);
  }
}
