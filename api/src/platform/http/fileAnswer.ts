import { Readable } from 'node:stream';
import type { FileAnswer } from '@trellis/api-contract/schemas';
import type { Context } from 'koa';

/** Always to be kept, never shown: what members have written may stand in it. */
export async function sendFile(context: Context, type: string, { name, content }: FileAnswer): Promise<void> {
  const body = content instanceof Uint8Array ? Buffer.from(content) : Readable.from(await begun(content));
  context.type = type;
  context.attachment(name);
  context.body = body;
}

/**
 * The same text, of which the first rows have been read: what keeps it from being read at all is an answer with a status,
 * before anybody is informed that a file comes.
 */
async function begun(content: AsyncIterable<string>): Promise<AsyncGenerator<string>> {
  const parts = content[Symbol.asyncIterator]();
  const first = [await parts.next(), await parts.next()];
  return (async function* whole() {
    for (const { done, value } of first) if (!done) yield value;
    yield* { [Symbol.asyncIterator]: () => parts };
  })();
}
