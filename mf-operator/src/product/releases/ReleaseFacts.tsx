import { Card, Chip, Summary, type SummaryRow } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { FeatureReleases } from '../../api.ts';
import * as layout from '../../frame/Layout.module.css';
import { useList } from '../../frame/useList.ts';
import { RolloutBar } from './RolloutBar.tsx';

/** What of a feature is live and for whom, and what holds it. */
export function ReleaseFacts({ releases }: { releases: FeatureReleases }) {
  const { t } = useTranslation('operator');
  const list = useList();
  const { stable, candidate, floor } = releases;
  const rows: SummaryRow[] = [
    // While one is rolled out the bar above says who has which.
    ...(candidate === null
      ? [{ label: t('releases.place.live'), value: stable === null ? t('releases.none') : named(stable) }]
      : []),
    ...(candidate?.members === undefined
      ? []
      : [{ label: t('releases.members'), value: named(list(candidate.members)) }]),
    ...(floor === null ? [] : [{ label: t('releases.floor'), value: named(floor) }]),
  ];
  return (
    <Card title={releases.feature} action={<Marks releases={releases} />}>
      <RolloutBar stable={stable} candidate={candidate} />
      {rows.length > 0 && <Summary rows={rows} />}
    </Card>
  );
}

/** What holds a feature where it is, in a word each. */
export function Marks({
  releases: { off, pinned, stable, candidate, securityFixes, loads, refusedCalls },
}: {
  releases: FeatureReleases;
}) {
  const { t } = useTranslation('operator');
  const isFix = [stable, candidate?.release].some((live) => live != null && securityFixes.includes(live));
  const fails = loads.some(({ verdict }) => verdict === 'failing');
  const isRefused = refusedCalls?.some(({ release }) => release === stable || release === candidate?.release);
  if (!off && pinned === null && !isFix && !fails && !isRefused) return null;
  return (
    <span className={layout.marks}>
      {off && <Chip tone="negative">{t('releases.off')}</Chip>}
      {fails && <Chip tone="negative">{t('releases.verdict.failing')}</Chip>}
      {isRefused && <Chip tone="negative">{t('releases.refusedMark')}</Chip>}
      {isFix && <Chip tone="primary">{t('releases.securityFix')}</Chip>}
      {pinned !== null && <Chip tone="neutral">{t('releases.pinned')}</Chip>}
    </span>
  );
}

const named = (release: string) => <span translate="no">{release}</span>;
