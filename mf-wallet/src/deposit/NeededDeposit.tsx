import type { Output } from '@trellis/api-contract';
import { Card, Hint, rateText, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';

/** How much has to be sent for what is wanted. */
export function NeededDeposit({ needed }: { needed: Output<'getNeededDeposit'> }) {
  const { t } = useTranslation('wallet');
  return (
    <Card label={t('topup.needed')}>
      <Summary
        total
        rows={[
          { label: t('topup.credited'), value: needed.amount },
          { label: t('topup.rate'), value: rateText('USDT', needed.rate, 'USD') },
          { label: t('topup.fee'), value: needed.fee },
          { label: t('topup.needed'), value: needed.needed },
        ]}
      />
      <Hint>{t('topup.rateHint')}</Hint>
    </Card>
  );
}
