/**
 * `npm run attacks`: every attack against a product that it starts; `-- --only <words>` those with these in their name. Ends
 * with 1 where one gets through.
 */
import { readOptions } from '../support/options.ts';
import { attacks } from './all.ts';
import { startTarget } from './attack.ts';

const { only } = readOptions({ options: { only: { type: 'string', default: '' } } }).values;
const product = await startTarget();
let through = 0;
try {
  for (const { name, run } of attacks.filter((each) => each.name.includes(only))) {
    const result = await run(product).catch((error: unknown) => [`not tried: ${String(error)}`]);
    through += result.length;
    process.stdout.write(
      `${result.length === 0 ? 'held   ' : 'THROUGH'} ${name}${result.map((each) => `\n        ${each}`).join('')}\n`,
    );
  }
} finally {
  await product.stop();
  product.remove();
}
process.exitCode = through === 0 ? 0 : 1;
