import { Card, Hint, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Month } from './api.ts';

/** What limits the own bonus now; without an active package there is none, and nothing to say here. */
export function RulesCard({ now }: Pick<Month, 'now'>) {
  const { t } = useTranslation('team');
  if (now.level === null) return null;
  return (
    <Card title={t('performance.now')}>
      <Summary
        rows={[
          { label: t('performance.level'), value: now.level },
          { label: t('performance.cap'), value: now.capADay },
          ...(now.monthLimit ? [{ label: t('performance.limit'), value: now.monthLimit } as const] : []),
          { label: t('performance.used'), value: now.paidThisMonth },
        ]}
      />
      <Hint>{t('performance.capText', { level: now.level })}</Hint>
      {now.ownValuePercent !== null && <Hint>{t('performance.limitText', { percent: now.ownValuePercent })}</Hint>}
    </Card>
  );
}
