import type { Server } from 'node:http';
import type { Config } from '../../ground/config.ts';

const drainMs = 10_000;

/** Starts to answer. @returns the port, which is a free one where it was given as 0 */
export function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(address && typeof address === 'object' ? address.port : port);
    });
  });
}

/** Answers what is under way, then closes what is left. */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return;
  const hardStop = setTimeout(() => server.closeAllConnections(), drainMs);
  // A connection that was answering becomes idle afterwards, and would wait for its next call.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(hardStop);
}
