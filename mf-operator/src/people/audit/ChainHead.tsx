import { Notice, SkeletonRows, Stamp, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type Chain, operatorApi } from '../../api.ts';

/** A long log is read page by page: until all of it was, the page asks on. */
const askAgainMs = 1_000;
const isReadWhole = ({ checkedTo, last }: Chain): boolean => checkedTo === last;

/** How far the log is as it was written, and when that was looked at; a row that is not is shown by its number. */
export function ChainHead() {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const query = operatorApi.useCheckAuditChainQuery({}, { refetchOnMountOrArgChange: true });
  // The same answer, asked for again while there is more to read.
  operatorApi.useCheckAuditChainQuery(
    {},
    { pollingInterval: query.data && !isReadWhole(query.data) ? askAgainMs : 0, skipPollingIfUnfocused: true },
  );
  return (
    <Loaded query={query} waiting={<SkeletonRows count={1} />}>
      {({ last, checkedTo, checkedAt, since, broken }) => {
        if (broken !== null)
          return (
            <Notice tone="negative" urgent title={t('audit.chainBroken', { row: broken.number })}>
              {t(broken.fault === 'gone' ? 'audit.chainGone' : 'audit.chainChanged')}
            </Notice>
          );
        const isComplete = checkedTo === last;
        return (
          <Stamp tone={isComplete ? 'positive' : 'warning'}>
            {t(isComplete ? 'audit.chainWhole' : 'audit.chainSoFar', {
              row: checkedTo,
              last,
              time: dateTime(checkedAt),
              since: dateTime(since),
            })}
          </Stamp>
        );
      }}
    </Loaded>
  );
}

/** The number of the row that is not as it was written; `undefined`: none is known. */
export const useBrokenRow = (): string | undefined => operatorApi.useCheckAuditChainQuery({}).data?.broken?.number;
