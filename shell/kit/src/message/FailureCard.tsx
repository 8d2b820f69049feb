import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../action/Button.tsx';
import { Badge } from '../icon/Icon.tsx';
import { Art } from '../mark/Art.tsx';
import * as cardStyles from '../surface/Card.module.css';
import { More } from '../surface/Card.tsx';
import { Summary } from '../surface/Summary.tsx';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './FailureCard.module.css';

interface FailureCardProps {
  readonly title: string;
  readonly text: string;
  /** A whole screen is not there: a drawing says so first. */
  readonly whole?: boolean;
  /** Label and value of what support needs to know; shown on demand. */
  readonly details?: readonly (readonly [label: string, value: string])[];
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  readonly children?: ReactNode;
}

/** In the place of what could not be shown, with a retry that really tries again. */
export function FailureCard({
  title,
  text,
  whole,
  details = [],
  onRetry,
  retrying = false,
  children,
}: FailureCardProps) {
  const { t } = useTranslation('kit');
  const id = useId();
  return (
    <section className={`card ${styles.failure}`} role="alert" aria-labelledby={id} data-whole={whole || undefined}>
      {whole && <Art art="closed" />}
      <div className={styles.head}>
        {!whole && <Badge icon="alert" tone="warning" />}
        <div className={cardStyles.stack}>
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
      {onRetry && (
        <Button icon="retry" busy={retrying} {...(whole && { size: 'small' })} onClick={onRetry}>
          {t('failure.retry')}
        </Button>
      )}
      {children}
      {details.length > 0 && (
        <More title={t('failure.details')}>
          <Summary
            rows={details.map(([label, value]) => ({
              label,
              value: (
                <span className={textStyles.code} translate="no">
                  {value}
                </span>
              ),
            }))}
          />
        </More>
      )}
    </section>
  );
}
