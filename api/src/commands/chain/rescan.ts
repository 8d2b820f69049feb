/** `npm run chain:rescan -- --chain BSC --from A --to B`: reads blocks once more; what is known already stays as it is. */
import { parseArgs } from 'node:util';
import { run, say } from '../run.ts';
import { blockNumber, chainNamed, withParts } from './parts.ts';

const usage = 'Usage: npm run chain:rescan -- --chain <BSC|TRON> --from <block> --to <block>';
const text = { type: 'string' } as const;

run(usage, () =>
  withParts(async ({ chains, work }) => {
    const { values } = parseArgs({ options: { chain: text, from: text, to: text } });
    const config = chainNamed(chains, values.chain, usage);
    const [from, to] = [blockNumber(values.from, usage), blockNumber(values.to, usage)];
    const recorded = await work.watcher(config, 'main', config.node).rescan(from, to);
    say(`${config.chain} ${from} to ${to}: ${recorded} deposit(s) that were not known.`);
  }),
);
