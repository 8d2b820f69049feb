import { percentText } from '@trellis/api-contract';
import { useTranslation } from 'react-i18next';
import type { ReleaseHealth } from '../../api.ts';
import * as styles from './Health.module.css';
import { intervalsOf } from './healthFigures.ts';
import { percentOfPart } from './percents.ts';

const percent = (part: number): string => `${100 * part}%`;

/**
 * For which share of people each release fails: a point, the band in which it nearly certainly is, and the line over which
 * the whole band has to be before it counts as failing. For the eye alone: the table alongside it says the same.
 */
export function HealthPicture({ releases }: { releases: readonly ReleaseHealth[] }) {
  const { t } = useTranslation('operator');
  const { end, intervals } = intervalsOf(releases);
  return (
    <div className={styles.picture} role="img" aria-label={t('releases.picture')}>
      {intervals.map(({ release, verdict, share, from, to, limit }) => (
        <div key={release} className={styles.interval} data-verdict={verdict} aria-hidden="true">
          <span translate="no">{release}</span>
          <svg aria-hidden="true">
            <line className={styles.axis} x1="0" x2="100%" y1="50%" y2="50%" />
            <rect className={styles.band} x={percent(from)} width={percent(to - from)} y="25%" height="50%" rx="3" />
            <line className={styles.limit} x1={percent(limit)} x2={percent(limit)} y1="0" y2="100%" />
            <circle className={styles.point} cx={percent(share)} cy="50%" r="5" />
          </svg>
        </div>
      ))}
      <div className={styles.ends} aria-hidden="true">
        <span>{percentText(0)}</span>
        <span>{percentText(percentOfPart(end))}</span>
      </div>
    </div>
  );
}
