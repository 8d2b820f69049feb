import { asOfText, Ends, FailureCard, Stamp, TextLink } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallError, failureOf } from '../api/failure.ts';
import { useErrorText } from '../api/useErrorText.ts';
import { isKeptPage, useKeptSince } from '../network/keptPage.ts';
import { useOnline } from '../network/useOnline.ts';
import { useLanguage } from '../preferences/language.ts';

/** What a query hook of the client answers, as far as it matters here. */
export interface QueryState<Data> {
  readonly data?: Data | undefined;
  readonly error?: CallError | undefined;
  readonly isFetching: boolean;
  readonly fulfilledTimeStamp?: number | undefined;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: QueryState<Data>;
  /** In the place of the content until it is there; of the same height. */
  readonly waiting: ReactNode;
  /** The content, and a stamp that says how old it is, for the card to show where it fits. */
  readonly children: (data: Data, stamp: ReactNode) => ReactNode;
}

/**
 * The states of whatever comes from the server: waiting, content, failure with a retry, and content that could not be
 * brought up to date, which stays and says how old it is.
 */
export function Loaded<Data>({ query, waiting, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data, <Age query={query} />);
  if (query.error === undefined) return waiting;
  return <ReadFailure error={query.error} retrying={query.isFetching} onRetry={query.refetch} />;
}

/** How old the data of a query are, with a way to read them again where that failed. */
export function Age({ query }: { query: QueryState<unknown> }) {
  const { t } = useTranslation('kit');
  const [language] = useLanguage();
  const online = useOnline();
  const since = useKeptSince();
  const time = asOfText(since ?? query.fulfilledTimeStamp ?? Date.now(), Date.now(), language);
  if (!online) return <Stamp tone="warning">{t('stamp.asOf', { time })}</Stamp>;
  if (query.error === undefined) return <Stamp tone="positive">{t('stamp.live', { time })}</Stamp>;
  return (
    <Ends>
      <Stamp tone="warning">{t('stamp.asOf', { time })}</Stamp>
      <TextLink icon="retry" onClick={query.refetch}>
        {t('failure.retry')}
      </TextLink>
    </Ends>
  );
}

interface ReadFailureProps {
  readonly error: CallError;
  readonly retrying: boolean;
  readonly onRetry: () => unknown;
}

/** In the place of data that could not be read: why, and what support needs to find it. */
export function ReadFailure({ error, retrying, onRetry }: ReadFailureProps) {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  const failure = failureOf(error);
  // The page is loaded again by itself once the server is there: until then nobody can read more.
  if (isKeptPage())
    return (
      <FailureCard
        title={t('failure.read')}
        text={t('offline.notKept')}
        retrying={false}
        onRetry={() => window.location.reload()}
      />
    );
  // Nobody has typed anything: what an address names has no such form, and so is nothing.
  const isNothing = failure.kind === 'problem' && failure.problem.code === 'request.invalid';
  const details =
    failure.kind === 'problem'
      ? ([
          [t('failure.code'), failure.problem.code],
          [t('failure.reference'), failure.problem.requestId],
        ] as const)
      : [];
  return (
    <FailureCard
      title={t('failure.read')}
      text={errorText(isNothing ? 'request.not_found' : failure)}
      details={details}
      retrying={retrying}
      onRetry={() => void onRetry()}
    />
  );
}
