import type { OutputOf } from '@trellis/api-contract';
import { Card, Chip, Summary, type SummaryRow } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { percentOfPeople, percentOfShare } from './percents.ts';
import * as styles from './Releases.module.css';

export type FeatureReleases = OutputOf<'operator', 'listReleases'>['features'][number];

/** What of a feature is live and for whom, how it loads there, and what holds it. */
export function ReleaseFacts({ of }: { of: FeatureReleases }) {
  const { t } = useTranslation('operator');
  const { stable, candidate, floor, loads } = of;
  const rows: SummaryRow[] = [
    { label: t('releases.live'), value: stable === null ? t('releases.none') : named(stable) },
    ...(candidate === null
      ? []
      : [
          {
            label: t('releases.rolling'),
            value: t('releases.rollingTo', {
              release: candidate.release,
              percent: percentOfShare(candidate.share),
            }),
          },
        ]),
    ...loads.map(({ release, members, failed }) => ({
      label: t('releases.loadsOf', { release }),
      value:
        members === 0
          ? t('releases.nobody')
          : t('releases.loads', { members, failed, percent: percentOfPeople(failed, members) }),
    })),
    ...(floor === null ? [] : [{ label: t('releases.floor'), value: named(floor) }]),
  ];
  return (
    <Card title={of.feature} action={<Marks of={of} />}>
      <Summary rows={rows} />
    </Card>
  );
}

/** What holds a feature where it is, in a word each. */
export function Marks({ of: { off, pinned } }: { of: FeatureReleases }) {
  const { t } = useTranslation('operator');
  if (!off && pinned === null) return null;
  return (
    <span className={styles.marks}>
      {off && <Chip tone="negative">{t('releases.off')}</Chip>}
      {pinned !== null && <Chip tone="neutral">{t('releases.pinned')}</Chip>}
    </span>
  );
}

const named = (release: string) => <span translate="no">{release}</span>;
