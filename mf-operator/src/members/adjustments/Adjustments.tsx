import { Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Console } from '../../frame/Console.tsx';
import { AskedSection } from '../../queues/approvals/AskedSection.tsx';
import { FeeReturnSheet } from '../feeReturns/FeeReturnSheet.tsx';
import { CorrectionSheet } from './CorrectionSheet.tsx';
import { Holds } from './Holds.tsx';

/** `/adjustments`: corrections of a team bonus and returned fees, by two people, and what is held of a bonus. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="adjustments" title={t('adjustments.title')} text={t('adjustments.text')}>
      <AskedSection
        action="bonus.correct"
        title={t('adjustments.corrections')}
        texts={{
          may: t('adjustments.correctionsText'),
          notYours: t('adjustments.correctionsNotYours'),
          ask: t('adjustments.correct'),
        }}
        sheet={(close) => <CorrectionSheet onClose={close} />}
      />
      <AskedSection
        action="fee.return"
        title={t('feeReturns.fees')}
        texts={{ may: t('feeReturns.text'), notYours: t('feeReturns.notYours'), ask: t('feeReturns.return') }}
        sheet={(close) => <FeeReturnSheet onClose={close} />}
      />
      <Section title={t('adjustments.holds')}>
        <Holds />
      </Section>
    </Console>
  );
}
