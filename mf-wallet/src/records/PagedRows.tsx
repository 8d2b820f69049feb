import { Rows, SkeletonRows } from '@trellis/kit';
import { PagedList, type PagedState } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface PagedRowsProps<Page> {
  readonly label?: string;
  readonly query: PagedState<Page>;
  readonly rows: (page: Page) => readonly ReactNode[];
  /** In the place of an empty list. */
  readonly empty: ReactNode;
}

/** A list of rows, newest first; older ones on demand. */
export function PagedRows<Page>({ label, query, rows, empty }: PagedRowsProps<Page>) {
  const { t } = useTranslation('wallet');
  return (
    <PagedList query={query} waiting={<SkeletonRows />} more={t('record.more')}>
      {(page) => {
        const shown = rows(page);
        return shown.length === 0 ? empty : <Rows {...(label !== undefined && { label })}>{shown}</Rows>;
      }}
    </PagedList>
  );
}
