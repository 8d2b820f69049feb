import { Hint, Row, Rows, Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { ReleaseHealth } from '../../api.ts';

/** What threw while a release was used: where, and for how many. */
export function ThrownErrors({ health: { release, thrown } }: { health: ReleaseHealth }) {
  const { t } = useTranslation('operator');
  if (!thrown || thrown.places.length === 0) return null;
  return (
    <Section title={t('frame.named', { name: t('releases.thrownTitle'), value: release })}>
      <Rows label={t('releases.thrownTitle')}>
        {thrown.places.map(({ place, screen, message, members }) => (
          <Row
            key={place}
            title={t('releases.thrownPeople', { count: members })}
            detail={<span translate="no">{t('releases.thrownAt', { message, place, screen })}</span>}
          />
        ))}
      </Rows>
      <Hint>{t('releases.thrownText')}</Hint>
    </Section>
  );
}
