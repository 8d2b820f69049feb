import { chmodSync, statSync } from 'node:fs';
import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Nothing below these names is ever written, wherever it stands. A test greps the log for canaries. */
const secretNames: ReadonlySet<string> = new Set([
  'password',
  'passwordAgain',
  'code',
  'emailCode',
  'emailTicket',
  'ticket',
  'token',
  'cookie',
  'set-cookie',
  'authorization',
]);

/** Names and addresses stand in it. */
const ownerOnly = 0o600;

/** One JSON line an event, to standard output; in development `npm start` keeps them in the data folder instead. */
export function createLog(level: string, destination: string | 1 | 2): Log {
  // One of a version before is everybody's to read. A device is not ours to close.
  if (typeof destination === 'string' && statSync(destination, { throwIfNoEntry: false })?.isFile())
    chmodSync(destination, ownerOnly);
  const file = pino.destination({ dest: destination, mkdir: true, mode: ownerOnly, sync: false });
  // A disk that is full ends the log, not the service.
  file.on('error', () => undefined);
  // Pino's own `redact` looks only as deep as its paths say, and with paths into the depth took a twentieth of what a
  // transfer costs. What a child log is made with does not pass the formatter, so the names themselves stay there.
  const redact = { paths: [...secretNames].map((name) => `["${name}"]`), censor: '[redacted]' };
  const formatters = { log: (entry: object) => withoutSecrets(entry) as Record<string, unknown> };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters, redact }, file);
}

/** Deeper than anything that is logged on purpose; also ends what goes in circles. */
const deepest = 8;

/** The same without what stands below secret names; what has a form of its own in JSON (a date, a buffer) stays. */
function withoutSecrets(value: object, depth = 1): unknown {
  if ('toJSON' in value) return value;
  if (depth > deepest) return '[too deep]';
  const clean = ([name, inner]: readonly [string, unknown]): readonly [string, unknown] => {
    if (secretNames.has(name)) return [name, '[redacted]'];
    return [name, typeof inner === 'object' && inner !== null ? withoutSecrets(inner, depth + 1) : inner];
  };
  const entries = Object.entries(value).map(clean);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
