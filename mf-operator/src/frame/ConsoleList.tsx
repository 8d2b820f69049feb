import { Button, Icon, type IconSource, SkeletonRows, TextLink, Unseen } from '@trellis/kit';
import { PagedList, type PagedState } from '@trellis/shell-sdk';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moreIcon } from '../icons.ts';
import * as styles from './ConsoleList.module.css';
import { ExportLink, type ExportLinkProps } from './ExportLink.tsx';
import type { ListName } from './listSearch.ts';
import { Quiet } from './Quiet.tsx';
import { SavedViews } from './SavedViews.tsx';
import { type SteadyRows, showAll, steadied } from './steadyRows.ts';
import { Updated } from './Updated.tsx';
import { useFrame } from './workspace.ts';

/** A list of the console: what it reads, what narrows it, its file, how rows are drawn, and what stands there without any. */
interface ConsoleListProps<Page, Row> {
  readonly query: PagedState<Page> & { readonly currentData?: PagedState<Page>['data'] };
  readonly rowsOf: (page: Page) => readonly Row[];
  /**
   * Given where others add to the list while somebody works in it: what is shown stays where it is, and what is new waits
   * above it until they ask for it, by a press or by `R`.
   */
  readonly keyOf?: (row: Row) => string;
  readonly filters?: ReactNode;
  /** What it is narrowed by: with another search it is another list, and another file. */
  readonly search?: Readonly<Record<string, string>>;
  /** What it is narrowed by can be kept under a name, as the fields of this list. */
  readonly views?: ListName;
  /** Of its file, below the operators' API. */
  readonly csv?: string;
  /** How many rows the file has; without it nobody but operators adds to the list, and one file has them all. */
  readonly counted?: { readonly currentData?: Exclude<ExportLinkProps['count'], 'whole'> };
  readonly empty: {
    readonly icon: IconSource;
    readonly text: string;
    /** Where it is only the filter that leaves nothing. */
    readonly onClear?: (() => void) | false;
  };
  readonly children: (rows: readonly Row[]) => ReactNode;
  /** What the first page says alongside its rows. */
  readonly below?: (page: Page) => ReactNode;
}

type AtOnce<Page> = Pick<PagedState<Page>, 'error' | 'isFetching' | 'refetch' | 'fulfilledTimeStamp'> & {
  readonly data?: Page | undefined;
};

/** A list that comes at once, as its only page. */
export const atOnce = <Page,>({ data, ...query }: AtOnce<Page>): PagedState<Page> => ({
  ...query,
  data: data && { pages: [data], pageParams: [null] },
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
});

/** Draws a list by its description, newest or most urgent first, older rows on demand. */
export function ConsoleList<Page, Row>(list: ConsoleListProps<Page, Row>) {
  const { query, keyOf, filters, search = {}, views, csv: file, counted, empty, children, below } = list;
  const { t } = useTranslation('operator');
  const [rows, show] = useRows(list);
  const isFrame = useFrame();
  const [first] = query.data?.pages ?? [];
  const data = rows && first && { pages: [first], pageParams: [null] };
  const exported = (count: ExportLinkProps['count']) =>
    file !== undefined && <ExportLink path={file} search={search} count={count} />;
  const tools = counted && (
    <>
      {views && <SavedViews place={views} />}
      {exported(counted.currentData)}
    </>
  );
  return (
    <>
      {filters}
      {tools && (isFrame || keyOf === undefined) && <div className={styles.tools}>{tools}</div>}
      <PagedList query={{ ...query, data }} waiting={<SkeletonRows count={5} />} more={t('list.more')}>
        {(page, stamp) => (
          <>
            {keyOf ? (
              <Head
                stamp={stamp && <Updated stamp={stamp} />}
                rows={rows}
                onShow={show}
                tools={isFrame || !stamp ? undefined : tools}
              />
            ) : (
              stamp && <Updated stamp={stamp} />
            )}
            {rows === undefined || rows.shown.length === 0 ? (
              <Quiet icon={empty.icon} text={empty.text}>
                {empty.onClear && <TextLink onClick={empty.onClear}>{t('list.clear')}</TextLink>}
              </Quiet>
            ) : (
              <>
                {counted === undefined && exported('whole')}
                {children(rows.shown)}
              </>
            )}
            {below?.(page)}
          </>
        )}
      </PagedList>
    </>
  );
}

/** @returns the rows as they are shown, and how to show all that is there */
function useRows<Page, Row>({
  query: { data, currentData, hasNextPage },
  search,
  rowsOf,
  keyOf,
}: ConsoleListProps<Page, Row>): readonly [SteadyRows<Row> | undefined, () => void] {
  const [kept, setKept] = useState<{ data: unknown; list: string; steady: SteadyRows<Row> }>();
  const freshOf = ({ pages }: NonNullable<typeof data>) => ({ pages: pages.map(rowsOf), hasMore: hasNextPage });
  if (keyOf === undefined) return [data && showAll(freshOf(data)), () => undefined];
  // Without it the answer to a new search is still on its way: the old list stays meanwhile.
  if (currentData === undefined) return [kept?.steady, () => undefined];
  const list = JSON.stringify(search);
  const fresh = freshOf(currentData);
  if (kept?.data !== currentData || kept.list !== list) {
    const steady = kept?.list === list ? steadied(kept.steady, fresh, keyOf) : showAll(fresh);
    setKept({ data: currentData, list, steady });
    return [steady, () => undefined];
  }
  return [kept.steady, () => setKept({ data: currentData, list, steady: showAll(fresh) })];
}

interface HeadProps {
  readonly stamp: ReactNode;
  readonly rows: SteadyRows<unknown> | undefined;
  readonly onShow: () => void;
  /** Views and the file, behind one icon where there is no line for them. */
  readonly tools?: ReactNode;
}

/** Always as high, so that nothing below it moves when something waits. */
function Head({ stamp, rows, onShow, tools }: HeadProps) {
  const { t } = useTranslation('operator');
  const head = useRef<HTMLDivElement>(null);
  const { news = 0, gone = 0 } = rows ?? {};
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
      {tools && (
        <details className={styles.more}>
          <summary>
            <Icon icon={moreIcon} />
            <Unseen>{t('list.tools')}</Unseen>
          </summary>
          <div className={styles.tools}>{tools}</div>
        </details>
      )}
    </div>
  );
}
