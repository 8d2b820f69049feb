import { Button } from '@trellis/kit';
import { PagedList, type PagedState } from '@trellis/shell-sdk';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './SteadyList.module.css';
import { goOn, type SteadyRows, showAll } from './steadyRows.ts';

type ListState<Page> = PagedState<Page> & { readonly currentData?: PagedState<Page>['data'] };

interface SteadyListProps<Page, Row> {
  readonly query: ListState<Page>;
  /** What it is narrowed by: with another search it is another list. */
  readonly search: object;
  readonly rowsOf: (page: Page) => readonly Row[];
  /** A page with other rows. */
  readonly withRows: (page: Page, rows: readonly Row[]) => Page;
  readonly keyOf: (row: Row) => string;
  readonly waiting: ReactNode;
  /** Asks for older ones: "Show more". */
  readonly more: string;
  /** All rows that are shown as one page, and what stands above them. */
  readonly children: (page: Page, head: ReactNode) => ReactNode;
}

/**
 * A list that is read anew while somebody works in it: what is shown stays where it is, and what is new waits above it until
 * they ask for it, by a press or by `R`.
 */
export function SteadyList<Page, Row>({ query, children, waiting, more, ...of }: SteadyListProps<Page, Row>) {
  const [steady, show] = useSteady(query, of);
  const [first] = query.data?.pages ?? [];
  const data = steady && first && { pages: [of.withRows(first, steady.shown)], pageParams: [null] };
  return (
    <PagedList query={{ ...query, data }} waiting={waiting} more={more}>
      {(page, stamp) => children(page, <Head stamp={stamp} of={steady} onShow={show} />)}
    </PagedList>
  );
}

/** @returns the rows as they are shown, and how to show all that is there */
function useSteady<Page, Row>(
  { currentData, hasNextPage }: ListState<Page>,
  { search, rowsOf, keyOf }: Pick<SteadyListProps<Page, Row>, 'search' | 'rowsOf' | 'keyOf'>,
): readonly [SteadyRows<Row> | undefined, () => void] {
  const [kept, setKept] = useState<{ data: unknown; list: string; steady: SteadyRows<Row> }>();
  // Without it the answer to a new search is still on its way: the old list stays meanwhile.
  if (currentData === undefined) return [kept?.steady, () => undefined];
  const list = JSON.stringify(search);
  const fresh = { pages: currentData.pages.map(rowsOf), hasMore: hasNextPage };
  if (kept?.data !== currentData || kept.list !== list) {
    const steady = kept?.list === list ? goOn(kept.steady, fresh, keyOf) : showAll(fresh);
    setKept({ data: currentData, list, steady });
    return [steady, () => undefined];
  }
  return [kept.steady, () => setKept({ data: currentData, list, steady: showAll(fresh) })];
}

interface HeadProps {
  readonly stamp: ReactNode;
  readonly of: SteadyRows<unknown> | undefined;
  readonly onShow: () => void;
}

/** Always as high, so that nothing below it moves when something waits. */
function Head({ stamp, of, onShow }: HeadProps) {
  const { t } = useTranslation('operator');
  const head = useRef<HTMLDivElement>(null);
  const { news = 0, gone = 0 } = of ?? {};
  const press = () => {
    // The button goes with what waited: the focus stays above the rows.
    if (head.current?.contains(document.activeElement)) head.current.focus();
    onShow();
  };
  return (
    <div className={styles.head} ref={head} tabIndex={-1}>
      {stamp}
      <div className={styles.news} role="status" data-news>
        {(news > 0 || gone > 0) && (
          <Button kind="quiet" size="small" onClick={press}>
            {news > 0 ? t('list.new', { count: news }) : t('list.gone', { count: gone })}
          </Button>
        )}
      </div>
    </div>
  );
}
