import type { EndpointName, Input, Output } from '@trellis/api-contract';

/** Endpoints that answer page by page: `next` of an answer is `after` of the next question. */
export type PagedName = {
  [Name in EndpointName]: Output<Name> extends { readonly next: string | null }
    ? Input<Name> extends { readonly after?: string | undefined }
      ? Name
      : never
    : never;
}[EndpointName];

/** The types above leave no trace in the bundle; the compiler holds this list to them. */
const paged: Readonly<Record<PagedName, true>> = {
  listDeposits: true,
  listInquiries: true,
  listNotices: true,
  listRecords: true,
  listWithdrawals: true,
};

export const isPaged = (name: EndpointName): name is PagedName => Object.hasOwn(paged, name);

/** A cached list: the pages that are open, and after what each of them began. */
export interface Pages<Page> {
  readonly pages: readonly Page[];
  readonly pageParams: readonly (string | null)[];
}

/** A list of which one page is known. */
export const firstPage = <Page>(page: Page): Pages<Page> => ({ pages: [page], pageParams: [null] });
