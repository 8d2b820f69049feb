/** Rows of a file by the names of its first line: RFC 4180 after a byte order mark, by a reader of its own. */
export const rowsOf = (text: string): Record<string, string>[] => {
  const field = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/gy;
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.replace(/^\ufeff/, '').matchAll(field)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') lines.push([]);
  }
  const [head = [], ...rows] = lines.slice(0, -1);
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
};
