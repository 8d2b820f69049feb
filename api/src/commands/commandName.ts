import { userInfo } from 'node:os';
import { ExplainedError } from '../ground/explainedError.ts';

/**
 * Who runs a command, as the audit log names them behind `command:`: what was given with `--by`, or the name of whoever is
 * logged in on this machine. It is formed as an operator's name, so that one name is read as one person everywhere.
 * @throws ExplainedError for any other name
 */
export function commandName(given?: string): string {
  const name = given ?? machineName();
  if (!/^[a-z][a-z0-9.-]{1,31}$/.test(name))
    throw new ExplainedError(
      'A name is of plain letters, 2 to 32 of a to z, digits, dots and hyphens, a letter first and no colon: --by <name>',
    );
  return name;
}

/** Empty where the machine has no name for its user, as in some containers. */
function machineName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
