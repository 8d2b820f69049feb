import { rmSync } from 'node:fs';
import { preparedVariable } from './prepared.ts';

/** After all products: takes away what `prepare.ts` made. */
export default function unprepare(): void {
  const { [preparedVariable]: prepared } = process.env;
  if (prepared !== undefined) rmSync(prepared, { recursive: true, force: true });
}
