import type { RecordKind } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Database } from '../../platform/db/database.ts';

/** What a journal keeps by name, ids of a member or of a product's own. */
export type Memo = Readonly<Record<string, string>>;

type RecordFields = AnswerOf<'member', 'listRecords'>['records'][number];

/** What a record is about, as its member may read it. */
export interface About {
  /** On the record itself. */
  readonly fields?: Partial<
    Pick<RecordFields, 'counterparty' | 'level' | 'stakeSince' | 'status' | 'step' | 'rejectedFor'>
  >;
  /** On a line of a statement. */
  readonly text?: string | undefined;
}

/** What a product says of its records. It stands with the product. */
export interface RecordAbout {
  /** What a record is about, by its journal; `undefined`: nothing of this product. */
  idOf(memo: Memo, memberId: string): string | undefined;
  /** What is known of them now, by id; nothing of what is not the member's. */
  read(database: Database, memberId: string, ids: readonly string[]): Promise<ReadonlyMap<string, About>>;
  /** Kinds of records that have the fields; without it all. */
  readonly kinds?: readonly RecordKind[];
}

/**
 * Reads what postings of a member are about, each product once.
 * @param products those whose records are about something, as `app/recordAbout.ts` lists them
 * @returns what one of them is about, as a record of that kind or as a line of a statement
 */
export async function readAbout(
  products: readonly RecordAbout[],
  database: Database,
  memberId: string,
  postings: readonly { readonly memo: Memo }[],
): Promise<(memo: Memo, kind?: RecordKind) => About> {
  const abouts = await Promise.all(
    products.map(async (product) => {
      const ids = new Set(postings.flatMap(({ memo }) => product.idOf(memo, memberId) ?? []));
      const known = ids.size === 0 ? undefined : await product.read(database, memberId, [...ids]);
      return { product, known };
    }),
  );
  return (memo, kind) =>
    abouts.reduce<About>((about, { product, known }) => {
      const one = known?.get(product.idOf(memo, memberId) ?? '');
      if (!one) return about;
      const isShown = kind === undefined || (product.kinds?.includes(kind) ?? true);
      return { fields: { ...about.fields, ...(isShown && one.fields) }, text: about.text ?? one.text };
    }, {});
}
