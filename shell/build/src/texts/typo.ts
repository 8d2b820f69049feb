import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { parseSync } from '@swc/core';

/** A syntax tree of a source. @throws Error as `file:line: what` if it has a typo */
export function parseSource(file: string): unknown {
  return parsed(file, readFileSync(file, 'utf8'));
}

/** What a file of texts holds. @throws Error as `file:line: what` if it is no JSON */
export function parseTexts(file: string): Readonly<Record<string, string>> {
  const source = readFileSync(file, 'utf8');
  try {
    return JSON.parse(source) as Record<string, string>;
  } catch (error) {
    // What JSON says has no line. What is no TypeScript either has one.
    parsed(file, `(${source})`);
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parsed(file: string, source: string): unknown {
  try {
    return parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2022' });
  } catch (error) {
    throw new Error(typo(file, String(error)));
  }
}

/** The parser reports the line only in its drawing: a number before each, carets below the one, or else it is the last. */
function typo(file: string, drawn: string): string {
  const said = stripVTControlCharacters(drawn);
  const [, what = 'it cannot be read'] = /^(?:Error:)?\s*[x×]\s*(.+)$/m.exec(said) ?? [];
  const numbered = [...said.matchAll(/^ *(\d+) [|│]/gm)].at(-1);
  const [, line = '1'] = /^ *(\d+) [|│].*\n +[:·].*[\^─]/m.exec(said) ?? numbered ?? [];
  return `${file}:${line}: ${what}`;
}
