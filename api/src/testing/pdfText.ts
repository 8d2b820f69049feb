import { inflateSync } from 'node:zlib';

/**
 * The text that a PDF of pdfkit shows, line by line as it is drawn: its streams unpacked, and the numbers of glyphs turned
 * back into characters by the maps that it carries for readers and for a search.
 */
export function pdfText(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const streams = [...bytes.toString('latin1').matchAll(/\/Length (\d+)\b.*?>>\nstream\n/gs)].flatMap((match) => {
    const from = match.index + match[0].length;
    try {
      return [inflateSync(bytes.subarray(from, from + Number(match[1]))).toString('latin1')];
    } catch {
      // One that is not packed is neither text nor a map.
      return [];
    }
  });
  const characters = new Map(streams.flatMap(mappedIn));
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[((?:<[0-9a-f]*>|[-\d. ])*)\] TJ/gi)])
    .map(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]*)>/gi)]
        .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
        .map((code) => characters.get(Number.parseInt(code, 16)) ?? '\ufffd')
        .join(''),
    )
    .join('\n');
}

/** What a `ToUnicode` map says: ranges of glyphs, with the characters of each in UTF-16. */
function mappedIn(stream: string): (readonly [glyph: number, text: string])[] {
  return [...stream.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)].flatMap(([, first = '', texts = '']) =>
    [...texts.matchAll(/<([0-9a-f ]*)>/gi)].map(([, text = ''], index) => {
      const units = text.replaceAll(' ', '').match(/.{4}/g) ?? [];
      return [
        Number.parseInt(first, 16) + index,
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      ] as const;
    }),
  );
}
