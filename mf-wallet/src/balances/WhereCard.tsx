import { listText, minorOf, percentText } from '@trellis/api-contract';
import { Card, Hint, Summary } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addedUnits, type Balances, percentages, type StateTotal, totalsByState } from './byState.ts';
import { stateText, stateTone } from './stateTexts.ts';
import * as styles from './WhereCard.module.css';

/** What the total is made of: how much of each unit can be used now, what adds up, and at which rate. */
export function WhereCard({ balances, action }: { balances: Balances; action: ReactNode }) {
  const { t } = useTranslation('wallet');
  const [language] = useLanguage();
  const totals = totalsByState(balances);
  const shares = percentages(totals);
  const nameOf = ({ kind, money: { unit } }: StateTotal) =>
    kind === 'points' ? t(stateText[kind]) : t('state.of', { unit, state: t(stateText[kind]) });
  const picture = listText(
    totals.map((total, index) => `${nameOf(total)} ${percentText(shares[index] ?? 0)}`),
    language,
  );
  const units = addedUnits(balances.balances);
  const { staked, basis } = balances.stakes;
  const isOneToOne = minorOf(staked) === minorOf(basis);
  return (
    <Card label={t('total.parts')}>
      <div className={styles.split} role="img" aria-label={picture}>
        {totals
          .filter(({ share }) => share > 0)
          .map(({ kind, money: { unit }, share }) => (
            <span key={`${kind} ${unit}`} data-tone={stateTone[kind]} style={{ '--share': share }} />
          ))}
      </div>
      <Summary
        rows={totals.map((total) => ({
          label: nameOf(total),
          value: total.money,
          tone: stateTone[total.kind],
        }))}
      />
      {units.length > 1 && (
        <Hint>{t(isOneToOne ? 'total.adds' : 'total.addsAtRate', { units: units.join(' + ') })}</Hint>
      )}
      <div>{action}</div>
    </Card>
  );
}
