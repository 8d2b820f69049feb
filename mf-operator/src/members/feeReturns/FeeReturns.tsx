import { Code } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { AskedEntry } from '../../frame/AskedEntry.tsx';
import { textKey } from '../../texts/textKey.ts';
import { AskedList } from '../adjustments/AskedList.tsx';
import { FeeReturnSheet } from './FeeReturnSheet.tsx';

/** Every fee that was asked back, with the record that it was of. */
export function FeeReturns() {
  const { t } = useTranslation('operator');
  return (
    <AskedList
      texts={{
        may: t('feeReturns.text'),
        notYours: t('feeReturns.notYours'),
        ask: t('feeReturns.return'),
        none: t('feeReturns.none'),
      }}
      query={operatorApi.useListFeeReturnsInfiniteQuery({})}
      rowsOf={({ returns }) => returns}
      file="/fee-returns.csv"
      entry={(of) => (
        <AskedEntry
          key={of.id}
          title={of.username}
          of={of}
          facts={[
            [t('feeReturns.kind'), t(textKey('feeReturns.kind', of.kind))],
            [t('feeReturns.record'), <Code>{of.record}</Code>],
          ]}
        />
      )}
      sheet={(close) => <FeeReturnSheet onClose={close} />}
    />
  );
}
