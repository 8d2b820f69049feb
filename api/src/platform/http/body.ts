import type { IncomingMessage } from 'node:http';
import rawBody from 'raw-body';
import { AppError } from '../../ground/errors.ts';

/** No request of ours comes near it. */
const maximumBytes = 64 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body. Only `application/json` is let in: the other types are what a foreign page's form can send.
 * Duplicate keys: the last one counts, as JSON.parse has it; the strict schemas decide about everything else.
 * @throws AppError request.media_type, request.too_large or request.malformed
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('request.media_type');
  // Our own client sends plain bodies; nothing is unpacked, so nothing can explode.
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('request.media_type');
  let bytes: Buffer;
  try {
    bytes = await rawBody(request, { limit: maximumBytes });
  } catch (error) {
    // What still comes is dropped: left unread, it would block the next call on this connection.
    request.resume();
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 413) throw new AppError('request.too_large');
    throw new AppError('request.malformed', { cause: error });
  }
  try {
    // `fatal`: bytes that are not UTF-8 are refused, not silently replaced.
    return JSON.parse(decoder.decode(bytes)) as unknown;
  } catch (error) {
    throw new AppError('request.malformed', { cause: error });
  }
}
