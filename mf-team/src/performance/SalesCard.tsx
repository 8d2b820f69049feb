import { Card, Hint, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Month } from './api.ts';
import * as styles from './Performance.module.css';

/** What the month brought to both sides. */
export function SalesCard({ reported: { left, right, total, sums } }: { reported: Month }) {
  const { t } = useTranslation('team');
  return (
    <Card title={t('performance.sales')}>
      {/* How the two sides stand to each other; the rows below say it in figures. */}
      <span className={styles.split} aria-hidden="true">
        <span data-tone="primary" style={{ '--share': Number(left.sales.amount) }} />
        <span data-tone="locked" style={{ '--share': Number(right.sales.amount) }} />
      </span>
      <Summary
        rows={[
          { label: t('performance.leftSales'), value: left.sales, tone: 'primary' },
          { label: t('performance.rightSales'), value: right.sales, tone: 'locked' },
          { label: t('performance.total'), value: total },
          { label: t('performance.valid'), value: sums.matched },
          { label: t('performance.leftPeople'), value: t('performance.people', { count: left.people }) },
          { label: t('performance.rightPeople'), value: t('performance.people', { count: right.people }) },
        ]}
      />
      <Hint>{t('performance.totalText')}</Hint>
      <Hint>{t('performance.validText')}</Hint>
    </Card>
  );
}
