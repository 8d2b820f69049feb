import type { TerminationStatus } from '@trellis/api-contract';
import { Card, Ends, Hint, Ladder, Summary, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnStake } from './api.ts';
import { thirdsOf } from './thirds.ts';

const terminationTexts = {
  none: 'stake.terminationNone',
  applied: 'stake.terminationApplied',
  terminated: 'stake.terminationDone',
} as const satisfies Record<TerminationStatus, string>;

/** How far the term is, as three steps and in figures. */
export function TermCard({ stake, stamp }: { stake: OwnStake; stamp: ReactNode }) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  const { passedDays, termDays, remainingDays, maturesOn, status } = stake;
  const runs = maturesOn !== null && status === 'ongoing';
  const { states, passed } = thirdsOf(passedDays, termDays);
  return (
    <Card title={t('stake.termNumber', { n: stake.term })} action={runs ? undefined : stamp}>
      {runs && (
        <>
          <Ladder
            steps={states.map((state, index) => ({ state, label: String(index) }))}
            passed={passed}
            flag={t('stake.untilUnlock', { count: remainingDays })}
          />
          <Ends>
            <Hint>{t('stake.day', { day: passedDays, days: termDays, date: day(maturesOn) })}</Hint>
            {stamp}
          </Ends>
        </>
      )}
      <Summary
        rows={[
          { label: t('stake.remainingDays'), value: t('stake.days', { count: remainingDays }) },
          { label: t('stake.reward'), value: stake.reward },
          { label: t('stake.basis'), value: stake.basis },
          { label: t('stake.termination'), value: t(terminationTexts[stake.termination]) },
          ...(status === 'ended' ? [{ label: t('stake.ended'), value: t('stake.isEnded') }] : []),
        ]}
      />
    </Card>
  );
}
