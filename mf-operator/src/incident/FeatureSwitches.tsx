import { Hint, Row, Rows } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { releasesIcon } from '../icons.ts';
import { type FeatureReleases, Marks } from '../releases/ReleaseFacts.tsx';

/** What members see: each leads to where it is turned off or rolled back. */
export function FeatureSwitches({ features }: { features: readonly FeatureReleases[] }) {
  const { t } = useTranslation('operator');
  return (
    <>
      <Hint>{t('incident.featuresText')}</Hint>
      <Rows label={t('incident.features')}>
        {features.map((of) => (
          <Row
            key={of.feature}
            to={`/releases/${of.feature}`}
            icon={releasesIcon}
            title={<span translate="no">{of.feature}</span>}
            detail={
              <>
                <span translate="no">{of.stable ?? t('releases.none')}</span>
                <Marks of={of} />
              </>
            }
          />
        ))}
      </Rows>
    </>
  );
}
