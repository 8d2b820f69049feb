import { stripVTControlCharacters } from 'node:util';

/** What a failed build says of its faults, each with file and line; without stacks, and without what the tools around it add. */
export function buildFaults(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => !/^\s*(?:at |\d+: |npm error|Stack backtrace|Caused by|Syntax Error$|$)/.test(line));
  const first = lines.findIndex((line) => /\berror\b/i.test(line));
  const said = first < 0 ? lines.slice(-25) : lines.slice(first, first + 60);
  return said.join('\n');
}
