import { timelineKinds } from '@trellis/api-contract/operator';
import { Filters, Hint, Section, SkeletonRows } from '@trellis/kit';
import { PagedList } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { ExportLink } from '../../frame/ExportLink.tsx';
import { Quiet } from '../../frame/Quiet.tsx';
import { Updated } from '../../frame/Updated.tsx';
import { auditIcon } from '../../icons.ts';
import { textKey } from '../../texts/textKey.ts';
import { foldedLines } from './foldedLines.ts';
import * as styles from './History.module.css';
import { FoldedRows, LineRow } from './LineRow.tsx';

/** What happened to a member and their money, the latest first; what it is narrowed to stands in the address. */
export function Timeline({ username }: { username: string }) {
  const { t } = useTranslation('operator');
  const [address, setAddress] = useSearchParams();
  const kind = timelineKinds.find((each) => each === address.get('kind'));
  const query = operatorApi.useGetMemberTimelineInfiniteQuery({ username, ...(kind && { kind }) });
  const shown = kind ?? 'all';
  return (
    <Section title={t('history.title')}>
      <Filters
        label={t('history.kind')}
        value={shown}
        onChange={(next) => setAddress(next === 'all' ? {} : { kind: next }, { replace: true })}
        options={[
          { value: 'all' as const, label: t('history.all') },
          ...timelineKinds.map((each) => ({ value: each, label: t(textKey('history.kind', each)) })),
        ]}
      />
      {(query.data?.pages[0]?.access ?? 'none') !== 'none' && (
        <span>
          <ExportLink path={`/members/${username}/records.csv`} text={t('history.export')} count="whole" />
          <Hint>{t('history.exportMost')}</Hint>
        </span>
      )}
      <PagedList query={query} waiting={<SkeletonRows />} more={t('list.more')}>
        {({ access, lines }, stamp) => (
          <>
            <Updated stamp={stamp} />
            {access === 'none' && shown === 'money' && <Hint>{t('history.moneyNotYours')}</Hint>}
            {lines.length > 0 ? (
              <ul className={styles.lines} aria-label={t('history.title')}>
                {foldedLines(lines).map((run) =>
                  run.length === 1 ? (
                    <LineRow key={run[0].id} line={run[0]} />
                  ) : (
                    <FoldedRows key={run[0].id} lines={run} />
                  ),
                )}
              </ul>
            ) : (
              !(access === 'none' && shown === 'money') && (
                <Quiet icon={auditIcon} text={t(textKey('history.empty', shown))} />
              )
            )}
          </>
        )}
      </PagedList>
    </Section>
  );
}
