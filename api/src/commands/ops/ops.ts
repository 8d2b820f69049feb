/**
 * `npm run ops`: the operators' endpoints by command. It works while Trellis runs (it then uses that database), and by
 * itself when DATABASE_URL names one.
 */
import { failureText, say } from '../run.ts';
import { openFromEnvironment } from './openFromEnvironment.ts';
import { runOps } from './runOps.ts';

// It has a help of its own, for each endpoint.
runOps(process.argv.slice(2), openFromEnvironment)
  .then(say)
  .catch((error: unknown) => {
    process.stderr.write(`${failureText(error, 'npm run ops -- --help')}\n`);
    process.exitCode = 1;
  });
