import { Card, Hint, moneyText, Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Preview } from './usePreview.ts';

/** What the rule would have made of the last day. */
export function PreviewPanel({ traffic }: { traffic: NonNullable<Preview['traffic']> }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { since, count, refused, members, fee, whole } = traffic;
  const passed = count - refused.minimum - refused.maximum - refused.day;
  return (
    <Card title={t('rules.preview')}>
      <Hint>{t('rules.previewText', { time: dateTime(since) })}</Hint>
      <Summary
        rows={[
          { label: t('rules.passed'), value: t('rules.ofAll', { passed, count }) },
          ...(refused.minimum > 0 ? [{ label: t('rules.tooSmall'), value: String(refused.minimum) }] : []),
          ...(refused.maximum > 0 ? [{ label: t('rules.tooLarge'), value: String(refused.maximum) }] : []),
          ...(refused.day > 0 ? [{ label: t('rules.overDay'), value: String(refused.day) }] : []),
          ...(members > 0 ? [{ label: t('rules.members'), value: String(members) }] : []),
          ...(fee
            ? [
                {
                  label: t('rules.fees'),
                  value: t('rules.feesFrom', { was: moneyText(fee.was), would: moneyText(fee.would) }),
                },
              ]
            : []),
        ]}
      />
      {!whole && <Hint>{t('rules.notWhole')}</Hint>}
    </Card>
  );
}
