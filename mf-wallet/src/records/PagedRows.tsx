import { Button, Rows, SkeletonRows } from '@trellis/kit';
import { Loaded, type QueryState } from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface PagedRowsProps<Page extends { readonly next: string | null }> {
  readonly label?: string;
  /** The query of one page; without a mark it is the first. */
  readonly usePage: (after: string | undefined) => QueryState<Page>;
  readonly rows: (page: Page) => readonly ReactNode[];
  /** In the place of an empty list. */
  readonly empty: ReactNode;
}

/**
 * A list newest first, older rows on demand. Each page is a query of its own: what is new moves nothing between pages that
 * are open already.
 */
export function PagedRows<Page extends { readonly next: string | null }>(props: PagedRowsProps<Page>) {
  const [older, setOlder] = useState<readonly string[]>([]);
  const pages = [undefined, ...older];
  return pages.map((after, index) => (
    <OnePage
      key={after ?? ''}
      {...props}
      after={after}
      last={index === pages.length - 1}
      onMore={(next) => setOlder([...older, next])}
    />
  ));
}

interface OnePageProps<Page extends { readonly next: string | null }> extends PagedRowsProps<Page> {
  readonly after: string | undefined;
  readonly last: boolean;
  readonly onMore: (next: string) => void;
}

function OnePage<Page extends { readonly next: string | null }>(props: OnePageProps<Page>) {
  const { label, usePage, rows, empty, after, last, onMore } = props;
  const { t } = useTranslation('wallet');
  const query = usePage(after);
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {(page) => {
        const shown = rows(page);
        if (shown.length === 0) return empty;
        const { next } = page;
        return (
          <>
            <Rows {...(label !== undefined && { label })}>{shown}</Rows>
            {last && next !== null && (
              <Button kind="quiet" size="small" onClick={() => onMore(next)}>
                {t('record.more')}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
