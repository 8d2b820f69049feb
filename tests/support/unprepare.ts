import { rmSync } from 'node:fs';
import { preparedVariable } from './prepared.ts';
import { removeVariants } from './variant.ts';

/** After all products: takes away what `prepare.ts` made, and variants of features. */
export default function unprepare(): void {
  removeVariants();
  const { [preparedVariable]: prepared } = process.env;
  if (prepared !== undefined) rmSync(prepared, { recursive: true, force: true });
}
