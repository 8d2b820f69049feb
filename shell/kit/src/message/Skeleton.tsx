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

interface SkeletonRowsProps {
  readonly count?: number;
  /** `team` or `account`, which wait in nine boxes of their own instead; the server's document has the same. */
  readonly place?: string | undefined;
}

/** Rows that wait for their data. */
export function SkeletonRows({ count = 3, place }: SkeletonRowsProps) {
  return (
    <Waiting className={place ? 'waits' : rowsStyles.rows} place={place}>
      {Array.from({ length: place ? 9 : count }, (_, index) => `row-${index}`).map((key) => (
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

interface WaitingProps {
  readonly className: string | undefined;
  readonly place?: string | undefined;
  readonly children: ReactNode;
}

function Waiting({ className, place, children }: WaitingProps) {
  const { t } = useTranslation('kit');
  return (
    <div className={className} data-place={place} role="status" aria-label={t('waiting')}>
      {children}
    </div>
  );
}
