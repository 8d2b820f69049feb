import { Card, Empty, Section, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { LogEntries } from '../audit/LogEntry.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { releasesIcon } from '../icons.ts';
import { ReleaseEvent } from './ReleaseEvent.tsx';
import type { FeatureReleases } from './ReleaseFacts.tsx';

/** What was done with a feature's releases, by whom and why, the latest first; what went back by itself has its evidence. */
export function ReleaseHistory({ feature }: { feature: FeatureReleases['feature'] }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useGetReleaseHistoryQuery({ feature });
  return (
    <Section title={t('releases.history')}>
      <Loaded query={query} waiting={<SkeletonRows />}>
        {({ events }) =>
          events.length === 0 ? (
            <Card>
              <Empty icon={releasesIcon} text={t('releases.historyEmpty')} />
            </Card>
          ) : (
            <>
              <ExportLink path={`/releases/${feature}/history.csv`} found="whole" />
              <LogEntries>
                {events.map((event) => (
                  <ReleaseEvent key={event.id} event={event} />
                ))}
              </LogEntries>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
