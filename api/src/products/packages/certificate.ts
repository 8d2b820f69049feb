import { createHash } from 'node:crypto';
import { certificateName } from '@trellis/api-contract';

/** What stands in a certificate. Of its member there is nothing in it: it can be shown to anybody. */
export interface CertificateFields {
  readonly contract: string;
  readonly serial: number;
  /** The hash of the one before it; 64 zeros for the first. */
  readonly previous: string;
  readonly level: string;
  readonly planType: string;
  /** Amounts as on the wire. */
  readonly price: string;
  readonly value: string;
  readonly points: string;
  readonly reward: string;
  readonly stakeDays: number;
  readonly loops: number;
  readonly startedAt: Date;
}

export interface Certificate {
  readonly name: string;
  /** Canonical JSON: what is hashed, byte for byte. */
  readonly json: string;
  /** Lower-case hex SHA-256 of the JSON in UTF-8. */
  readonly hash: string;
}

/** The name of the form, so that another form can come. */
const form = 'package 1';
const currency = 'USDP';

export function certificateOf({ startedAt, ...fields }: CertificateFields): Certificate {
  const json = canonicalJson({
    certificate: form,
    ...fields,
    currency,
    // Whole seconds, cut.
    startedAt: startedAt.toISOString().replace(/\.\d{3}Z$/, 'Z'),
  });
  return {
    name: certificateName(fields.level, fields.serial),
    json,
    hash: createHash('sha256').update(json, 'utf8').digest('hex'),
  };
}

/** RFC 8785 for flat values of strings and whole numbers: names sorted by UTF-16 code units. */
export const canonicalJson = (value: Readonly<Record<string, string | number>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
