/** One line of a table of results: what is asked, under which key, and what comes of it. */
export interface TableLine {
  readonly step: string;
  readonly details: string;
  /** Names what the step makes, for later lines, and is its idempotency key. */
  readonly key: string | undefined;
  readonly result: string | undefined;
}

/**
 * Reads an aligned table: columns are two or more spaces apart, `#` begins a line of explanation, and the key may be
 * left out. @throws Error that names a line it cannot read
 */
export function readTable(text: string): TableLine[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [step = '', details = '', ...rest] = line.split(/ {2,}/);
      if (details === '' || rest.length > 2) throw new Error(`this line of the table has no sense: ${line}`);
      return { step, details, key: rest.length === 2 ? rest[0] : undefined, result: rest.at(-1) };
    });
}

/** Takes a step's details apart. @throws Error if they are not of that form */
export function readDetails(pattern: RegExp, details: string): Parts {
  const match = pattern.exec(details);
  if (!match) throw new Error(`"${details}" is not ${pattern.source}`);
  const [, a = '', b = '', c = '', d = '', e = ''] = match;
  return [a, b, c, d, e];
}

/** What the groups of a pattern found; `''` where there is none. */
type Parts = readonly [string, string, string, string, string];
