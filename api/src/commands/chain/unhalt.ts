/** `npm run chain:unhalt -- --chain BSC --reason "…"`: lets a halted chain go on. Who and why stands in the audit log. */
import { parseArgs } from 'node:util';
import { ExplainedError } from '../../ground/explainedError.ts';
import { commandName } from '../commandName.ts';
import { run, say } from '../run.ts';
import { blockNumber, chainNamed, withParts } from './parts.ts';

const usage = `Usage: npm run chain:unhalt -- --chain <BSC|TRON> --reason "…" [--from <block>] [--by <name>]
It goes on from that block, or a thousand blocks before the one where it stopped: what was credited stays credited, once.`;
const text = { type: 'string' } as const;
const stepBack = 1_000;

run(usage, () =>
  withParts(async ({ chains, cursors }) => {
    const { values } = parseArgs({ options: { chain: text, reason: text, from: text, by: text } });
    const { chain, token, startBlock } = chainNamed(chains, values.chain, usage);
    const actor = `command:${commandName(values.by)}`;
    const reason = values.reason?.trim();
    if (!reason) throw new ExplainedError('Say why: --reason "…"');
    const name = { chain, token: token.account, kind: 'main' } as const;
    const cursor = await cursors.read(name);
    if (cursor?.haltedReason === undefined) throw new ExplainedError(`${chain} is not halted.`);
    const from =
      values.from === undefined ? Math.max(startBlock, cursor.next - stepBack) : blockNumber(values.from, usage);
    await cursors.unhalt(name, from, { actor, reason });
    say(`${chain} goes on from block ${Math.min(from, cursor.next)}. It was halted because ${cursor.haltedReason}.`);
  }),
);
