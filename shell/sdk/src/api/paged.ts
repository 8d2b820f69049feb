/** A cached list: the pages that are open, and after what each of them began. */
export interface Pages<Page> {
  readonly pages: readonly Page[];
  readonly pageParams: readonly (string | null)[];
}

/** A list of which one page is known. */
export const firstPage = <Page>(page: Page): Pages<Page> => ({ pages: [page], pageParams: [null] });
