import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long whoever still sends is listened to: a connection that is cut at once takes the answer along. */
const listeningMs = 5_000;

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers what is no request that anything could work on. One with more headers than are taken has a page: a script of a
 * release may have left more cookies than that, and nothing else of ours would be reached by that browser again. The page
 * removes what scripts can see, and nobody is logged out by it. It lies in a file of its own, for proxies in front to answer
 * with as well.
 */
export function clientErrorAnswer(): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  const page = readFileSync(new URL('./431.html', import.meta.url), 'utf8');
  const answered = new WeakSet<Duplex>();
  return (error, socket) => {
    // What is still to come of it is as wrong.
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable) return void socket.destroy();
    const status = statuses[error.code ?? ''] ?? 400;
    const body = status === 431 ? page : '';
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: text/html; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
    ];
    socket.on('error', () => socket.destroy());
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
    socket.resume();
    setTimeout(() => socket.destroy(), listeningMs).unref();
  };
}
