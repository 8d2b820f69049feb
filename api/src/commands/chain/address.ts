/**
 * `npm run -s chain:address -- <chain> <address>`: how an address is judged, as JSON, for the support. An address that
 * is not valid is an answer, too: the exit code is 1 only if the question was wrong.
 */
import { addressChains, checkAddress } from '@trellis/api-contract/addresses';
import { ExplainedError } from '../../ground/explainedError.ts';
import { run, say } from '../run.ts';

const usage = `Usage: npm run -s chain:address -- <${addressChains.join('|')}> <address>`;

run(usage, () => {
  // Not parseArgs: an address of TON may begin with a minus.
  const [chainName, address, ...others] = process.argv.slice(2);
  const chain = addressChains.find((each) => each === chainName);
  if (chain === undefined || address === undefined || others.length > 0) throw new ExplainedError(usage);
  const verdict = checkAddress(chain, address);
  say(
    JSON.stringify({
      valid: verdict.valid,
      kind: verdict.valid ? verdict.kind : null,
      reason: verdict.valid ? null : verdict.reason,
      canonical: verdict.valid ? verdict.canonical : null,
    }),
  );
});
