import { Chip, Hint, Row, Rows, Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { ReleaseHealth } from '../../api.ts';
import { percentOfPeople } from './percents.ts';

/** What people manage to do with a release, by screen, beside the release that it is compared with. */
export function ScreenUses({ health: { release, uses } }: { health: ReleaseHealth }) {
  const { t } = useTranslation('operator');
  if (!uses || uses.length === 0) return null;
  return (
    <Section title={t('frame.named', { name: t('releases.usesTitle'), value: release })}>
      <Rows label={t('releases.usesTitle')}>
        {uses.map(({ screen, begun, done, dead, verdict, usual }) => {
          const share = percentOfPeople(done, begun);
          const counts = { begun, share, dead };
          return (
            <Row
              key={screen}
              title={<span translate="no">{screen}</span>}
              detail={
                usual
                  ? t('releases.usedAlongside', { ...counts, usual: percentOfPeople(usual.done, usual.begun) })
                  : t('releases.used', counts)
              }
              end={verdict === 'failing' ? <Chip tone="negative">{t('releases.verdict.failing')}</Chip> : undefined}
            />
          );
        })}
      </Rows>
      <Hint>{t('releases.usesText')}</Hint>
    </Section>
  );
}
