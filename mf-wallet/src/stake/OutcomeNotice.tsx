import type { Output } from '@trellis/api-contract';
import { Notice, useDates } from '@trellis/kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** What came of a choice. */
export interface Outcome {
  readonly kind: Output<'chooseForStake'>['outcome'];
  /** Until then it can be changed, where it was saved. */
  readonly until: string | null;
}

const outcomeTexts = {
  saved: 'stake.maturity.saved',
  renewed: 'stake.outcome.renewed',
  renewed_paid: 'stake.outcome.renewedPaid',
  renewed_applied: 'stake.outcome.renewedApplied',
  applied: 'stake.outcome.applied',
  terminated: 'stake.outcome.terminated',
} as const satisfies Record<Outcome['kind'], string>;

/** Says what came of a choice, at the head of its contract, and comes into sight there. */
export function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is nothing to clean up with.
    place.current?.scrollIntoView({ block: 'center' });
  }, [outcome]);
  return (
    <div ref={place}>
      <Notice
        tone="positive"
        icon="check"
        urgent
        title={t(outcomeTexts[outcome.kind], { until: outcome.until === null ? '' : dateTime(outcome.until) })}
      />
    </div>
  );
}
