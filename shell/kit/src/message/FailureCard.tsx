import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../action/Button.tsx';
import { Badge } from '../icon/Icon.tsx';
import { More } from '../surface/Card.tsx';
import { Summary } from '../surface/Summary.tsx';

interface FailureCardProps {
  readonly title: string;
  readonly text: string;
  /** Label and value of what support needs to know; shown on demand. */
  readonly details?: readonly (readonly [label: string, value: string])[];
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  readonly children?: ReactNode;
}

/** In the place of what could not be shown, with a retry that really tries again. */
export function FailureCard({ title, text, details = [], onRetry, retrying = false, children }: FailureCardProps) {
  const { t } = useTranslation('kit');
  const id = useId();
  return (
    <section className="card failure" role="alert" aria-labelledby={id}>
      <div className="failure-head">
        <Badge icon="alert" tone="warning" />
        <div className="stack">
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
      {onRetry && (
        <Button icon="retry" busy={retrying} onClick={onRetry}>
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
                <span className="code" translate="no">
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
