import { correctionCauseTexts } from '@trellis/api-contract';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { AskedEntry } from '../../frame/AskedEntry.tsx';
import { AskedList } from './AskedList.tsx';
import { CorrectionSheet } from './CorrectionSheet.tsx';

/** Every correction of a team bonus that was asked for, with the cause that its member reads. */
export function Corrections() {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  return (
    <AskedList
      texts={{
        may: t('adjustments.correctionsText'),
        notYours: t('adjustments.correctionsNotYours'),
        ask: t('adjustments.correct'),
        none: t('adjustments.noCorrection'),
      }}
      query={operatorApi.useListBonusCorrectionsInfiniteQuery({})}
      rowsOf={({ corrections }) => corrections}
      file="/bonus/corrections.csv"
      entry={(of) => (
        <AskedEntry
          key={of.id}
          title={of.username}
          of={of}
          facts={[[t('adjustments.cause'), correctionCauseTexts[of.cause][language]]]}
        />
      )}
      sheet={(close) => <CorrectionSheet onClose={close} />}
    />
  );
}
