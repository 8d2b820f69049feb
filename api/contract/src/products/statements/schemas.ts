import { z } from 'zod';
import { idempotencyKeyPattern } from '../../patterns.ts';
import { deviceZone, language, money } from '../../schemas/fields.ts';
import { deposit } from '../deposits/schemas.ts';
import { balanceStates } from '../wallet/balanceStates.ts';
import { record, recordFilter } from '../wallet/schemas.ts';
import { withdrawal } from '../withdrawals/schemas.ts';

/** An answer that is a file; the endpoint names its type. */
export interface FileAnswer {
  readonly name: string;
  readonly content: Uint8Array | AsyncIterable<string>;
}
export const file = z.custom<FileAnswer>((value) => typeof value === 'object' && value !== null && 'content' in value);

/** A month of the calendar of the zone that is asked for, and of UTC without one. */
const month = z.string().regex(/^20[0-9]{2}-(?:0[1-9]|1[0-2])$/, { error: 'field.format' });

const inZone = { timeZone: deviceZone.optional() };

const statementMonth = z
  .strictObject({
    month: z.string(),
    /** The month is not over: the statement says how it stands so far. */
    running: z.boolean(),
  })
  .meta({ id: 'StatementMonth' });

/** A record's own id, or the reference of its journal. */
const recordId = new RegExp(`^[0-9]{3}-[0-9]{1,18}$|${idempotencyKeyPattern.source}`, 'i');

const recordDetail = z
  .strictObject({
    ...record.shape,
    /** What it cost the member alongside the amount; `null` where nothing can cost. */
    fee: money.nullable(),
    /** What was given for it or received for it in an exchange. */
    exchanged: money.nullable(),
    withdrawal: withdrawal.nullable(),
    deposit: deposit.nullable(),
    /** Of a fee that was given back: the reference of the record that it was of. */
    feeOf: z.string().optional(),
  })
  .meta({ id: 'RecordDetail' });

export const statementSchemas = {
  getRecord: {
    summary: 'One of my records, by its id or by its reference, with what it is about',
    params: z.strictObject({ id: z.string().regex(recordId, { error: 'field.format' }) }),
    response: recordDetail,
  },
  exportRecords: {
    summary: 'My records as CSV, with the same filters',
    query: z.strictObject({ ...recordFilter, ...inZone }),
    response: file,
  },
  listStatements: {
    summary: 'The months that I have statements of',
    query: z.strictObject(inZone),
    response: z.strictObject({
      months: z.array(statementMonth),
      /** Of whose calendar they are. */
      timeZone: z.string().optional(),
    }),
  },
  getStatement: {
    summary: 'The sums of a month, by account; they re-add to the ledger',
    params: z.strictObject({ month }),
    query: z.strictObject(inZone),
    response: z.strictObject({
      ...statementMonth.shape,
      lines: z.array(
        z.strictObject({
          unit: z.string(),
          state: z.enum(balanceStates),
          opening: money,
          incoming: money,
          outgoing: money,
          closing: money,
          postings: z.int(),
        }),
      ),
    }),
  },
  downloadStatement: {
    summary: 'The statement of a month as PDF, in one of four languages',
    params: z.strictObject({ month }),
    query: z.strictObject({ language, ...inZone }),
    response: file,
  },
};
