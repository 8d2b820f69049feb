import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '@trellis/api-contract';
import { draftMark } from './checkTexts.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * Puts a text under a key into the files of all four languages, alongside those whose keys begin alike. Where it is still to be
 * translated it stands in English behind `draftMark`: a development server shows it, any other build fails on it.
 * @param place a folder of texts, `mf-wallet/src/goals/texts`, which is made if there is none, or what comes before
 * `.en.json` in the names of files, `shell/sdk/src/texts/errors`
 * @returns the files
 * @throws Error if the key is taken, or has no form of one
 */
export function addText(place: string, key: string, english: string): string[] {
  if (!/^[a-z]\w*(\.\w+)+$/.test(key)) throw new Error(`${key}: a key is words with dots between them, as goal.name`);
  if (english.trim() === '') throw new Error('the text is empty');
  const named = existsSync(`${place}.en.json`);
  const files = languages.map((language) => ({
    file: named ? `${place}.${language}.json` : path.join(place, `${language}.json`),
    text: language === 'en' ? english : `${draftMark}${english}`,
  }));
  const written = files.map(({ file, text }) => {
    const texts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {};
    if (Object.hasOwn(texts, key)) throw new Error(`${file} has ${key} already`);
    return { file, texts: inserted(texts, key, text) };
  });
  if (!named) mkdirSync(place, { recursive: true });
  for (const { file, texts } of written) writeFileSync(file, `${JSON.stringify(texts, undefined, 2)}\n`);
  return written.map(({ file }) => file);
}

function inserted(texts: Texts, key: string, text: string): Texts {
  const beginning = key.slice(0, key.lastIndexOf('.') + 1);
  const entries = Object.entries(texts);
  const last = entries.findLastIndex(([each]) => each.startsWith(beginning));
  entries.splice(last === -1 ? entries.length : last + 1, 0, [key, text]);
  return Object.fromEntries(entries);
}

if (import.meta.main) {
  const usage = 'npm run texts -- mf-wallet/src/goals/texts goal.name "Name": adds a text in four languages\n';
  const [place, key, english] = process.argv.slice(2);
  if (place === '--help' || place === '-h') process.stdout.write(usage);
  else if (place === undefined || key === undefined || english === undefined) {
    process.stderr.write(usage);
    process.exitCode = 2;
  } else for (const file of addText(place, key, english)) process.stdout.write(`${file}\n`);
}
