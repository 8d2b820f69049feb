import { csvHead, csvLines, writtenText } from '../../platform/http/csvLines.ts';
import type { AuditRecord } from './auditLog.ts';

const columns = [
  'number',
  'time',
  'actor',
  'action',
  'subject',
  'reason',
  'before',
  'after',
  'request',
  'digest',
] as const;

export type DigestedRecord = AuditRecord & { readonly digest: Buffer };

/**
 * Rows of the audit log as CSV (RFC 4180, UTF-8), in the order in which they come: times in UTC, facts as JSON, the digest by
 * which a row can be compared in hexadecimal digits.
 */
export async function* auditCsv(pages: AsyncIterable<readonly DigestedRecord[]>): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const records of pages)
    yield csvLines(
      records.map(({ number, recordedAt, actor, action, subject, reason, before, after, requestId, digest }) => [
        number,
        recordedAt.toISOString(),
        actor,
        action,
        writtenText(subject),
        writtenText(reason),
        before === null ? '' : JSON.stringify(before),
        after === null ? '' : JSON.stringify(after),
        requestId ?? '',
        digest.toString('hex'),
      ]),
      { written: true },
    );
}
