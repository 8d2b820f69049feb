/** `npm run -s chain:derive -- --chain BSC --xpub <xpub> --index <n>`: the deposit address of that index. */
import { parseArgs } from 'node:util';
import { depositChains } from '@trellis/api-contract';
import { DepositKey, DepositKeyFault } from '../../chain/config/depositKey.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { run, say } from '../run.ts';

const usage = `Usage: npm run -s chain:derive -- --chain <${depositChains.join('|')}> --index <n> [--xpub <xpub>]
Without --xpub it is the one of CHAIN_<chain>_XPUB.`;

run(usage, () => {
  const { chain: name, index, xpub } = readArguments(process.argv.slice(2));
  const chain = depositChains.find((each) => each === name);
  const key = xpub ?? process.env[`CHAIN_${name}_XPUB`];
  if (chain === undefined || index === undefined || !key) throw new ExplainedError(usage);
  if (!/^[0-9]{1,10}$/.test(index)) throw new ExplainedError('--index is not a whole number');
  try {
    say(DepositKey.read(chain, key).at(Number(index)).address);
  } catch (error) {
    if (!(error instanceof DepositKeyFault)) throw error;
    throw new ExplainedError(`The key ${error.message}.`, { cause: error });
  }
});

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, options: { chain: text, xpub: text, index: text } }).values;
  } catch {
    // The error would repeat what was typed, which may be a key.
    throw new ExplainedError(usage);
  }
}
