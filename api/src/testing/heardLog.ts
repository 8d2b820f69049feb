import { createLog, type Log } from '../ground/log.ts';

export interface Heard {
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A log that keeps what it is shown, in place of writing it. */
export function heardLog(): { log: Log; heard: Heard[] } {
  const heard: Heard[] = [];
  const log = createLog('silent', 1);
  for (const level of ['info', 'warn', 'error'] as const)
    log[level] = (facts: unknown, text?: string) =>
      void heard.push({ level, text: text ?? '', facts: facts as Heard['facts'] });
  return { log, heard };
}
