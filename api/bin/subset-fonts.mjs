/**
 * Cuts the fonts of the PDF statements down to what the product's texts are written with: the full ones are 5 to 8 MB
 * each, and a statement needs a few hundred characters of them.
 *
 *     node api/bin/subset-fonts.mjs <en and jp>.otf <zh>.otf <ko>.otf
 *
 * The sources are Noto Sans JP, SC and KR in weight Regular (OFL 1.1, `fonts/OFL.txt`).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'api/src/products/statements/fonts');
const [japanese, chinese, korean] = process.argv.slice(2);
if (!korean) throw new Error('give the three source fonts: Japanese, Simplified Chinese, Korean');

/** Names, amounts, addresses, what months are called by, and the signs that texts are punctuated with. */
const always = `年月년월${Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')}−–—…·•×▲▼“”‘’©`;

for (const [language, source] of [
  ['en', japanese],
  ['jp', japanese],
  ['zh', chinese],
  ['ko', korean],
]) {
  const files = globSync([`*/src/**/{,*.}${language}.json`, `*/*/src/**/{,*.}${language}.json`], { cwd: root });
  const texts = files
    .filter((file) => !file.includes('node_modules'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const characters = [...new Set(always + texts.join(''))].join('');
  const subset = withoutLayout(
    await subsetFont(readFileSync(source), characters, { targetFormat: 'sfnt', noLayoutClosure: true }),
  );
  writeFileSync(join(folder, `statement-${language}.otf`), subset);
  process.stdout.write(`${language}: ${[...characters].length} characters, ${Math.round(subset.length / 1024)} KB\n`);
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
