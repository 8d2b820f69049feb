import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import * as cardStyles from '../surface/Card.module.css';
import * as rowsStyles from '../surface/Rows.module.css';
import * as styles from './Skeleton.module.css';

/** A grey bar in the place of a text; `width` is a share of the line. It shows after 200 ms. */
export function Skeleton({ width = 1, size }: { width?: number; size?: 'hero' | 'badge' }) {
  return <span className="skeleton" data-size={size} style={{ '--width': width }} />;
}

/** A card that waits for its data. */
export function SkeletonCard({ hero }: { hero?: boolean }) {
  return (
    <Waiting className="card">
      {hero && (
        <span className={cardStyles.stack}>
          <Skeleton width={0.3} />
          <Skeleton size="hero" width={0.62} />
        </span>
      )}
      <span className={cardStyles.section}>
        <Skeleton width={0.9} />
        <Skeleton width={0.8} />
        <Skeleton width={0.85} />
      </span>
    </Waiting>
  );
}

/** Rows that wait for their data. */
export function SkeletonRows({ count = 3 }: { count?: number }) {
  return (
    <Waiting className={rowsStyles.rows}>
      {Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
        <span key={key} className={rowsStyles.row}>
          <Skeleton size="badge" />
          <span className={`${rowsStyles.main} ${cardStyles.stack}`}>
            <Skeleton width={0.7} />
            <Skeleton width={0.45} />
          </span>
          <span className={`${rowsStyles.end} ${cardStyles.stack} ${styles.end}`}>
            <Skeleton />
            <Skeleton width={0.6} />
          </span>
        </span>
      ))}
    </Waiting>
  );
}

function Waiting({ className, children }: { className: string | undefined; children: ReactNode }) {
  const { t } = useTranslation('kit');
  return (
    <div className={className} role="status" aria-label={t('waiting')}>
      {children}
    </div>
  );
}
