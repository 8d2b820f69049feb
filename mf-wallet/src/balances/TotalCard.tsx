import { Card, Hero, Summary } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Balances, percentages, totalsByState } from './byState.ts';
import { stateText, stateTone } from './stateTexts.ts';
import * as styles from './TotalCard.module.css';

interface TotalCardProps {
  readonly balances: Balances;
  readonly stamp: ReactNode;
  /** What can be done with the numbers: cover them, see how they are made. */
  readonly tools: ReactNode;
}

/** Everything the member has, and how much of it can be used now. */
export function TotalCard({ balances, stamp, tools }: TotalCardProps) {
  const { t } = useTranslation('wallet');
  const totals = totalsByState(balances.balances);
  const shares = percentages(totals);
  const picture = totals.map(({ kind }, index) => `${t(stateText[kind])} ${shares[index]} %`).join(', ');
  return (
    <Card label={t('total.label')}>
      <Hero label={t('total.label')} money={balances.total}>
        {stamp}
      </Hero>
      <div className={styles.split} role="img" aria-label={picture}>
        {totals
          .filter(({ share }) => share > 0)
          .map(({ kind, share }) => (
            <span key={kind} data-tone={stateTone[kind]} style={{ '--share': share }} />
          ))}
      </div>
      <Summary
        rows={totals.map(({ kind, money }) => ({
          label: t(stateText[kind]),
          value: money,
          tone: stateTone[kind],
        }))}
      />
      {tools}
    </Card>
  );
}
