import { percentText } from '@trellis/api-contract';
import { coverageMarks } from '@trellis/api-contract/operator';
import { Card, Chip, Hint, moneyText, Notice, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Solvency } from '../../api.ts';
import { ToPlace } from '../../frame/Unknown.tsx';
import { textKey } from '../../texts/textKey.ts';
import { CoverageDays } from './CoverageDays.tsx';
import { percentOf } from './percent.ts';
import * as styles from './Solvency.module.css';
import { coverTones } from './solvencyTexts.ts';

/** How much of what is owed is there, and whether money may leave. */
export function Coverage({ solvency }: { solvency: Solvency }) {
  const { total, rate, frozen } = solvency;
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  return (
    <Card
      title={t('solvency.coverage')}
      {...(total && {
        action: <Chip tone={coverTones[total.state]}>{t(textKey('solvency.cover', total.state))}</Chip>,
      })}
    >
      {total === null ? (
        <Notice tone="warning" title={t('solvency.noRate')} />
      ) : (
        <>
          <p className={styles.lead}>
            {total.coverage === null ? t('solvency.nothingOwed') : percentText(percentOf(total.coverage))}
          </p>
          <Hint>
            {total.over.amount.startsWith('-')
              ? t('solvency.missing', { amount: moneyText({ ...total.over, amount: total.over.amount.slice(1) }) })
              : t('solvency.over', { amount: moneyText(total.over) })}
          </Hint>
        </>
      )}
      <CoverageDays solvency={solvency} />
      <Hint>{t('solvency.marks', { low: percentOf(coverageMarks.low), short: percentOf(coverageMarks.short) })}</Hint>
      {rate && (
        <Hint>
          {rate.since === null
            ? t('solvency.rateAlways', { rate: rate.rate })
            : t('solvency.rateSince', { rate: rate.rate, time: dateTime(rate.since) })}
        </Hint>
      )}
      {rate?.stale && <Notice tone="warning" title={t('solvency.rateStale')} />}
      <Notice
        tone={frozen ? 'negative' : 'positive'}
        icon={frozen ? 'alert' : 'check'}
        title={t(frozen ? 'solvency.frozen' : 'solvency.running')}
        action={<ToPlace to="/incident" />}
      />
    </Card>
  );
}
