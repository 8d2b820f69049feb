import type { Actor } from '../../governance/audit/actor.ts';
import { exportCsv } from '../../governance/audit/exports.ts';
import type { Database } from '../../platform/db/database.ts';
import { writtenText } from '../../platform/http/csvLines.ts';
import type { Columns } from '../../platform/http/csvTable.ts';
import type { InquiryEntry, InquiryFilter, InquiryRepository } from './inquiryRepository.ts';

/** What a file has alongside the list. */
interface Alongside {
  readonly id: string;
  /** Reference of the record that it is about. */
  readonly record: string | null;
  /** Of the deposit that it is about. */
  readonly transaction: string | null;
  /** Whoever of the operators answered, `command operator:ann`; `null` as long as nobody did. */
  readonly answeredBy: string | null;
}

/** A list of inquiries as a file: nothing of what was written stands in it. */
export function inquiryCsv(
  database: Database,
  inquiries: InquiryRepository,
  { status, order, ...after }: InquiryFilter,
  by: Actor,
) {
  return exportCsv(database, by, {
    ...{ name: 'inquiries.csv', action: 'inquiry.export', columns },
    ...{ subject: order === 'wait' ? 'received' : (status ?? 'all'), after },
    async page(last, limit) {
      const { entries, next } = await inquiries.list({ status, order, ...after, after: last, limit });
      const alongside = new Map((await alongsideOf(database, entries)).map((each) => [each.id, each]));
      return { rows: entries.map((entry) => ({ ...entry, alongside: alongside.get(entry.id) })), next };
    },
  });
}

/** A command answers as nobody of the operators. */
const alongsideOf = (database: Database, entries: readonly InquiryEntry[]): Promise<Alongside[]> =>
  database.rows(
    `SELECT i.id, i.record, i.transaction, (SELECT string_agg(DISTINCT coalesce('operator:' || o.name, 'command'), ' ')
              FROM inquiry_message a LEFT JOIN operator o ON o.id = a.operator
             WHERE a.inquiry = i.id AND a.author = 'operator') AS "answeredBy"
       FROM inquiry i WHERE i.id = ANY ($1::bigint[])`,
    [entries.map(({ id }) => id)],
  );

/** Several names in one cell are apart by a space. */
const columns: Columns<InquiryEntry & { readonly alongside: Alongside | undefined }> = {
  id: ({ id }) => id,
  member: ({ username }) => writtenText(username),
  language: ({ language }) => language,
  topic: ({ type }) => type,
  state: ({ status }) => status,
  opened: ({ createdAt }) => createdAt,
  last: ({ lastAt }) => lastAt,
  waiting_since: ({ waitingSince }) => waitingSince,
  answered_by: ({ alongside }) => alongside?.answeredBy,
  record: ({ alongside }) => alongside?.record,
  transaction: ({ alongside }) => alongside?.transaction,
};
