import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Finding, retainedRows } from './invariant.ts';

/** The chain as it was found. */
export interface SealReport {
  readonly finding: Finding;
  readonly checked: number;
  readonly journals: number;
  /** The last seal; its digest is what an auditor notes and expects again. */
  readonly last: { readonly number: string; readonly upTo: string; readonly digest: string } | undefined;
}

export interface SealScope {
  /** Only so many of the last ones, each against the stored digest before it; else the whole chain. */
  readonly latest?: number;
  /** A digest, in hex, that was noted before: some seal must still have it. */
  readonly expect?: string;
}

interface SealRow {
  readonly number: string;
  readonly up_to: string;
  readonly up_to_micros: string;
  readonly journals: number;
  readonly sealed_micros: string;
  readonly digest: string;
}

const pageOfSeals = 500;
/** Microseconds since 1970. Only tampering makes a time infinite; it must not stop the check. */
const micros = (column: string): string =>
  `CASE WHEN isfinite(${column}) THEN (extract(epoch FROM ${column}) * 1000000)::bigint::text ELSE ${column}::text END`;

/** Recomputes seals from the journals they cover, one range at a time, with an encoder of its own. */
export async function checkSeals(client: pg.Client, { latest, expect }: SealScope = {}): Promise<SealReport> {
  const faults: object[] = [];
  let expected = expect === undefined;
  let previous = latest === undefined ? undefined : await sealBefore(client, latest);
  let checked = 0;
  let journals = 0;
  for (;;) {
    const page = await sealsAfter(client, previous?.number ?? '0');
    if (page.length === 0) break;
    for (const seal of page) {
      const from = previous?.up_to ?? '-infinity';
      const digest = await digestOf(client, seal, from, previous?.digest ?? '');
      const fault = faultOf(seal, previous, digest);
      if (fault !== undefined && faults.length < retainedRows)
        faults.push({ seal: seal.number, from, upTo: seal.up_to, fault });
      expected ||= seal.digest === expect?.toLowerCase();
      checked += 1;
      journals += seal.journals;
      // The stored digest goes on: what follows a broken seal is not called broken for it.
      previous = seal;
    }
  }
  if (!expected) faults.push({ expected: expect, fault: 'no seal has this digest: seals were cut off or made again' });
  return {
    finding: { name: 'the seals fit the journals they cover', rows: faults },
    checked,
    journals,
    last: previous && { number: previous.number, upTo: previous.up_to, digest: previous.digest },
  };
}

function faultOf(seal: SealRow, previous: SealRow | undefined, digest: Digest): string | undefined {
  if (BigInt(seal.number) !== BigInt(previous?.number ?? 0) + 1n) return 'the seal before it is missing';
  if (digest.journals !== seal.journals) return `${seal.journals} journals were sealed, ${digest.journals} are there`;
  return digest.digest === seal.digest ? undefined : 'a journal, a posting or the seal itself was changed';
}

const sealColumns = `number, up_to::text, ${micros('up_to')} AS up_to_micros, journals,
  ${micros('sealed_at')} AS sealed_micros, encode(digest, 'hex') AS digest`;

async function sealsAfter(client: pg.Client, number: string): Promise<SealRow[]> {
  const sql = `SELECT ${sealColumns} FROM journal_seal WHERE number > $1 ORDER BY number LIMIT ${pageOfSeals}`;
  return (await client.query<SealRow>(sql, [number])).rows;
}

async function sealBefore(client: pg.Client, latest: number): Promise<SealRow | undefined> {
  const sql = `SELECT ${sealColumns} FROM journal_seal ORDER BY number DESC OFFSET $1 LIMIT 1`;
  return (await client.query<SealRow>(sql, [latest])).rows[0];
}

interface Digest {
  readonly digest: string;
  readonly journals: number;
}

const journalFields = [
  'j.owner',
  'j.key',
  'j.id',
  `encode(j.request_hash, 'hex')`,
  'j.kind',
  'j.memo',
  micros('j.recorded_at'),
];
const idField = journalFields.indexOf('j.id');
const postingFields = ['p.account', 'p.seq', 'p.amount', 'p.balance_after', micros('p.recorded_at')];

const texts = (columns: readonly string[]): string => columns.map((column) => `(${column})::text`).join(', ');
const within = (column: string): string => `${column} >= $1 AND ${column} < $2`;
const journalsOf = `SELECT ${texts(journalFields)} FROM journal j
  WHERE ${within('j.recorded_at')} ORDER BY j.recorded_at, j.owner, j.key COLLATE "C"`;
/** Apart from their journals: a join may be planned by figures from when the tables were nearly empty. */
const postingsOf = `SELECT p.journal::text, ${texts(postingFields)} FROM posting p
  WHERE ${within('p.recorded_at')} ORDER BY p.account, p.seq`;

async function digestOf(client: pg.Client, seal: SealRow, from: string, previousDigest: string): Promise<Digest> {
  const read = async (text: string): Promise<string[][]> =>
    (await client.query<string[]>({ text, values: [from, seal.up_to], rowMode: 'array' })).rows;
  const postings = new Map<string, string>();
  for (const [journal = '', ...posting] of await read(postingsOf))
    postings.set(journal, (postings.get(journal) ?? '') + fields(posting));
  const journals = await read(journalsOf);
  const whole = createHash('sha256').update(
    fields([
      'trellis seal 1',
      seal.number,
      seal.up_to_micros,
      String(seal.journals),
      seal.sealed_micros,
      previousDigest,
    ]),
  );
  for (const journal of journals) {
    const leaf = fields(journal) + (postings.get(journal[idField] ?? '') ?? '');
    whole.update(createHash('sha256').update(leaf).digest());
  }
  return { digest: whole.digest('hex'), journals: journals.length };
}

/** Each field as its length in bytes, a colon, itself and a comma. */
const fields = (values: readonly string[]): string =>
  values.map((value) => `${Buffer.byteLength(value)}:${value},`).join('');
