import { newIdempotencyKey } from '../api/idempotency.ts';

/**
 * Keys for a form that is sent: the same contents, sent again after an answer was lost, keep their key and are one act;
 * other contents are another.
 */
export function sameKeys(): (contents: object) => string {
  let last = { contents: '', key: '' };
  return (contents) => {
    const text = JSON.stringify(contents);
    if (text !== last.contents) last = { contents: text, key: newIdempotencyKey() };
    return last.key;
  };
}
