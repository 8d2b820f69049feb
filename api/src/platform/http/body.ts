import type { IncomingMessage } from 'node:http';
import rawBody from 'raw-body';
import { AppError } from '../../ground/errors.ts';

/** No request of ours comes near it. */
const maximumBytes = 64 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A body as it arrived, or why it did not: its reader says so when its turn has come. */
export type ReceivedBody = { readonly bytes: Buffer } | { readonly failure: AppError };

/** Whether the request says that a body follows. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Takes in what is sent, of whatever type, up to what any request of ours needs. */
export async function receiveBody(request: IncomingMessage): Promise<ReceivedBody> {
  try {
    return { bytes: await rawBody(request, { limit: maximumBytes }) };
  } catch (error) {
    // What still comes is dropped: left unread, it would block the next call on this connection.
    request.resume();
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    return {
      failure: status === 413 ? new AppError('request.too_large') : new AppError('request.malformed', { cause: error }),
    };
  }
}

/**
 * The value of a JSON body. Only `application/json` is let in: the other types are what a foreign page's form can send.
 * Duplicate keys: the last one counts, as JSON.parse has it; the strict schemas decide about everything else.
 * @throws AppError request.media_type, request.too_large or request.malformed
 */
export function readJsonBody({ headers }: Pick<IncomingMessage, 'headers'>, body: ReceivedBody | undefined): unknown {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('request.media_type');
  // Our own client sends plain bodies; nothing is unpacked, so nothing can explode.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new AppError('request.media_type');
  if (!body) throw new AppError('request.malformed');
  if ('failure' in body) throw body.failure;
  try {
    // `fatal`: bytes that are not UTF-8 are refused, not silently replaced.
    return JSON.parse(decoder.decode(body.bytes)) as unknown;
  } catch (error) {
    throw new AppError('request.malformed', { cause: error });
  }
}
