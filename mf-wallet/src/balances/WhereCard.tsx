import { listText, percentText } from '@trellis/api-contract';
import { Amount, Card } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type Balances, percentages, shareOf, totalsByState } from './byState.ts';
import { stateText, stateTone } from './stateTexts.ts';
import * as styles from './WhereCard.module.css';

/** What the total is made of: how much of it can be used now, is locked, on its way, staked. */
export function WhereCard({ balances }: { balances: Balances }) {
  const { t } = useTranslation('wallet');
  const [language] = useLanguage();
  const totals = totalsByState(balances);
  const shares = percentages(totals);
  const picture = listText(
    totals.map(({ kind }, index) => `${t(stateText[kind])} ${percentText(shares[index] ?? 0)}`),
    language,
  );
  return (
    <Card label={t('total.parts')}>
      <div className={styles.split} role="img" aria-label={picture}>
        {totals
          .filter((total) => shareOf(total) > 0)
          .map((total) => (
            <span key={total.kind} data-tone={stateTone[total.kind]} style={{ '--share': shareOf(total) }} />
          ))}
      </div>
      <dl className={styles.legend}>
        {totals.map(({ kind, money }) => (
          <div key={kind} data-tone={stateTone[kind]}>
            <dt>{t(kind === 'locked' ? 'state.lockedShort' : stateText[kind])}</dt>
            <dd>
              <Amount money={money} opens />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
