import { percentText } from '@trellis/api-contract';
import { useTranslation } from 'react-i18next';
import type { FeatureReleases } from '../../api.ts';
import * as styles from './Health.module.css';
import { percentOfShare } from './percents.ts';

/** Everybody, in hundredths of a percent. */
const whole = 10_000;

/** Who has which release while one is rolled out: both by name with their shares, and the same as a bar for the eye. */
export function RolloutBar({ stable, candidate }: Pick<FeatureReleases, 'stable' | 'candidate'>) {
  const { t } = useTranslation('operator');
  if (candidate === null) return null;
  const { release, share } = candidate;
  return (
    <span className={styles.rollout}>
      <span className={styles.shares} style={{ '--value': share / whole }} aria-hidden="true" />
      <Side name={stable ?? t('releases.none')} place={t('releases.place.live')} share={whole - share} />
      <Side name={release} place={t('releases.place.candidate')} share={share} />
    </span>
  );
}

function Side({ name, place, share }: { name: string; place: string; share: number }) {
  return (
    <span className={styles.side}>
      <span translate="no">{name}</span>
      <small>
        {place} {percentText(percentOfShare(share))}
      </small>
    </span>
  );
}
