import pino, { type Logger } from 'pino';

export type Log = Logger;

/** Nothing below these names is ever written, wherever it stands. A test greps the log for canaries. */
const secretNames = [
  'password',
  'passwordAgain',
  'code',
  'emailCode',
  'emailTicket',
  'ticket',
  'token',
  'cookie',
  'authorization',
];

/** One JSON line an event, to standard output; in development `npm start` keeps them in the data folder instead. */
export function createLog(level: string, destination: string | 1 | 2): Log {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["set-${name}"]`]);
  const file = pino.destination({ dest: destination, mkdir: true, sync: false });
  // A disk that is full ends the log, not the service.
  file.on('error', () => undefined);
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: '[redacted]' } },
    file,
  );
}
