/**
 * Ends what a run of tests has begun, once that run has ended by whatever: `node keeper.mjs <run> <folder> …`. It is of no
 * group of processes but its own, so that neither Ctrl-C nor a kill of the run reaches it. What belongs to the run has its
 * name in its environment or, as Postgres, which starts with none, in its data folder. Last, the run's folders go.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [, , run, ...folders] = process.argv;
/** So long each step may take before a sharper one follows. */
const timeoutMs = 5_000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.channel?.ref();
process.once('disconnect', async () => {
  // A product that is asked to end stops its Postgres by itself; who takes no notice is killed.
  await ask(isProgram, 'SIGTERM');
  await ask(isProgram, 'SIGKILL');
  // What is left are servers whose owner had no time to stop them: first in order, without waiting for who is connected.
  await ask(isPostgres, 'SIGINT');
  await ask(isPostgres, 'SIGQUIT');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.exit();
});

/** Sends a signal to each process of a kind, also to those that come meanwhile, until none is left or the time is up. */
async function ask(isOfKind, signal) {
  const signalled = new Set();
  for (const giveUpAt = Date.now() + timeoutMs; Date.now() < giveUpAt; await delay(100)) {
    const left = [...ofRun()].filter(isOfKind);
    if (left.length === 0) return;
    for (const { pid } of left) {
      if (signalled.has(pid)) continue;
      signalled.add(pid);
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

function isPostgres({ command }) {
  return /\/postgres\0-D\0/.test(command);
}

function isProgram(process) {
  return !isPostgres(process);
}

/** Where a system has no `/proc` the run ends what it can by itself. */
function* ofRun() {
  for (const name of existsSync('/proc') ? readdirSync('/proc') : []) {
    const pid = Number(name);
    if (!(pid > 0) || pid === process.pid) continue;
    const [command, environment] = ['cmdline', 'environ'].map((file) => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'utf8');
      } catch {
        // Ended, or somebody else's.
        return '';
      }
    });
    if (command.includes(run) || environment.includes(run)) yield { pid, command };
  }
}
