import { Button } from '@trellis/kit';
import { Fragment, type ReactNode } from 'react';
import type { Pages } from '../api/paged.ts';
import { Loaded, type QueryState, ReadFailure } from './Loaded.tsx';

/** What the hook of a paged endpoint answers, as far as it matters here. */
export interface PagedState<Page> extends QueryState<Pages<Page>> {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

interface PagedListProps<Page> {
  readonly query: PagedState<Page>;
  /** In the place of a page until it is there. */
  readonly waiting: ReactNode;
  /** Asks for older ones: "Show more". */
  readonly more: string;
  /** One page, and for the first a stamp that says how old the list is. */
  readonly children: (page: Page, stamp: ReactNode) => ReactNode;
}

/** A list newest first, older pages on demand; a page that could not be read has its own retry below the others. */
export function PagedList<Page>({ query, waiting, more, children }: PagedListProps<Page>) {
  return (
    <Loaded query={query} waiting={waiting}>
      {({ pages, pageParams }, stamp) => (
        <>
          {pages.map((page, index) => (
            <Fragment key={pageParams[index] ?? ''}>{children(page, index === 0 && stamp)}</Fragment>
          ))}
          <OlderPages query={query} waiting={waiting} more={more} />
        </>
      )}
    </Loaded>
  );
}

interface OlderPagesProps {
  readonly query: Omit<PagedState<unknown>, 'data'>;
  readonly waiting: ReactNode;
  readonly more: string;
}

/** Asks for older pages where a list shows them elsewhere than below. */
export function OlderPages({ query, waiting, more }: OlderPagesProps) {
  const { error } = query;
  const next = () => void query.fetchNextPage();
  if (query.isFetchingNextPage) return waiting;
  if (query.isFetchNextPageError && error) return <ReadFailure error={error} retrying={false} onRetry={next} />;
  if (!query.hasNextPage) return null;
  return (
    <Button kind="quiet" size="small" onClick={next}>
      {more}
    </Button>
  );
}
