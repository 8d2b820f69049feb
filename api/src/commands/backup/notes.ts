import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ExplainedError } from '../../ground/explainedError.ts';

/** What is noted of a backup, in a file next to it. */
export const notesOf = (file: string): string => `${file}.json`;

/** In hexadecimal digits. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Sees that a dump is what was saved, where its notes are there. @throws ExplainedError */
export async function seeThatItIsAsSaved(file: string): Promise<void> {
  if (!existsSync(notesOf(file))) return;
  const { sha256 } = JSON.parse(readFileSync(notesOf(file), 'utf8')) as { sha256?: unknown };
  if ((await sha256Of(file)) !== sha256)
    throw new ExplainedError(`${file} is not what was saved: it has another SHA-256 than its notes.`);
}
