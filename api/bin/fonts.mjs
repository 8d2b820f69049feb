/**
 * `npm run fonts`: cuts the fonts of the PDF statements down to what these are written with. The full ones (Noto Sans JP, SC
 * and KR, OFL 1.1, `fonts/OFL.txt`) are 5 to 10 MB each, and a statement needs a few hundred characters of them. They come
 * from the npm registry, of one version, and as these digests say; 110 MB for as long as it runs.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { zoneText } from '../contract/src/dates.ts';
import { statementTexts } from '../src/products/statements/statementTexts.ts';
import { answerHelp } from './setup.mjs';

answerHelp(import.meta.url);

const version = '0.4.3';
const sources = {
  JP: 'sha512-Fl+Z6vtD24HFAYsvzB0S9Nery1ly16B9PesdY0wBd+wEHAvkNglnkTUspU0HqGOubkmoa8zusJrKv6vDx1o70A==',
  SC: 'sha512-9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==',
  KR: 'sha512-EVS/uJPcf1TgJtjmQmrFr0oGdcl7ml09CSu0E/AyGzR0UfzdR2pBbzWWPsnuzZiGUl643ODYwYiXK5+B+fLjhQ==',
};
const sourceOf = { en: 'JP', jp: 'JP', zh: 'SC', ko: 'KR' };
const folder = join(import.meta.dirname, '../src/products/statements/fonts');

/** Names, amounts, addresses, what months are called by, and the signs that texts are punctuated with. */
const always = `年月년월${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')}−–—…·•×▲▼“”‘’©`;

/** What the zones of times are called by. */
const zonesIn = (language) => Intl.supportedValuesOf('timeZone').map((zone) => zoneText(zone, language));

const scratch = mkdtempSync(join(tmpdir(), 'fonts-'));
try {
  const fonts = Object.fromEntries(Object.entries(sources).map(([name, digest]) => [name, fullFont(name, digest)]));
  for (const [language, source] of Object.entries(sourceOf)) {
    const characters = [...new Set(always + JSON.stringify([statementTexts[language], zonesIn(language)]))].join('');
    const cut = await subsetFont(fonts[source], characters, { targetFormat: 'sfnt', noLayoutClosure: true });
    const font = withoutLayout(cut);
    writeFileSync(join(folder, `statement-${language}.ttf`), font);
    process.stdout.write(`${language}: ${[...characters].length} characters, ${Math.round(font.length / 1024)} KB\n`);
  }
} finally {
  rmSync(scratch, { recursive: true });
}

function fullFont(name, digest) {
  const run = (command, args) => execFileSync(command, args, { cwd: scratch, stdio: ['ignore', 'pipe', 'ignore'] });
  const packed = `@expo-google-fonts/noto-sans-${name.toLowerCase()}@${version}`;
  const [{ filename }] = JSON.parse(run('npm', ['pack', packed, '--json']).toString());
  const actual = `sha512-${createHash('sha512')
    .update(readFileSync(join(scratch, filename)))
    .digest('base64')}`;
  if (actual !== digest) throw new Error(`${packed} is ${actual}, not ${digest}`);
  const file = `package/400Regular/NotoSans${name}_400Regular.ttf`;
  run('tar', ['-xzf', filename, file]);
  return readFileSync(join(scratch, file));
}

/**
 * Statements need neither kerning nor other shapes of a character, and reading the rules for them takes most of the time of
 * writing a page. A font begins with its directory: 12 bytes, then 16 for each table (tag, checksum, offset, length).
 */
function withoutLayout(font) {
  const dropped = ['GSUB', 'GPOS', 'GDEF', 'BASE', 'vhea', 'vmtx', 'VORG'];
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16;
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    return { head: font.subarray(at, at + 8), data: font.subarray(offset, offset + length) };
  }).filter(({ head }) => !dropped.includes(head.toString('latin1', 0, 4)));
  const power = Math.floor(Math.log2(tables.length));
  const header = Buffer.from(font.subarray(0, 12));
  header.writeUInt16BE(tables.length, 4);
  header.writeUInt16BE(2 ** power * 16, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(tables.length * 16 - 2 ** power * 16, 10);
  let offset = 12 + tables.length * 16;
  const directory = [];
  const contents = [];
  for (const { head, data } of tables) {
    const place = Buffer.alloc(8);
    place.writeUInt32BE(offset, 0);
    place.writeUInt32BE(data.length, 4);
    directory.push(head, place);
    contents.push(data, Buffer.alloc((4 - (data.length % 4)) % 4));
    offset += Math.ceil(data.length / 4) * 4;
  }
  return Buffer.concat([header, ...directory, ...contents]);
}
