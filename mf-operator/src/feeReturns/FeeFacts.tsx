import { Panel, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { Moment } from '../frame/Moment.tsx';
import { useRefusalText } from '../refusals/useRefusalText.ts';
import { textKey } from '../texts/textKey.ts';

/** What a record cost and whom, and what would be posted; or why there is nothing to return. */
export function FeeFacts({ record }: { record: string }) {
  const { t } = useTranslation('operator');
  const refusalText = useRefusalText();
  const { currentData, error } = operatorApi.useGetFeeQuery({ id: record });
  if (error !== undefined)
    return (
      <Panel>
        <p role="status">{refusalText(error)}</p>
      </Panel>
    );
  if (currentData === undefined) return null;
  const { username, kind, bookedAt, amount, returned } = currentData;
  return (
    <Panel>
      {returned && <p role="status">{t('refusal.fee.returned')}</p>}
      <Summary
        rows={[
          { label: t('adjustments.member'), value: <span translate="no">{username}</span> },
          { label: t('feeReturns.kind'), value: t(textKey('feeReturns.kind', kind)) },
          { label: t('feeReturns.bookedAt'), value: <Moment at={bookedAt} /> },
          { label: t('feeReturns.amount'), value: amount },
          { label: t('feeReturns.from'), value: t('feeReturns.fromFees') },
          { label: t('feeReturns.to'), value: t('feeReturns.toAvailable') },
        ]}
      />
    </Panel>
  );
}
