import { Card, Empty, Hint, Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { CorrectionSheet } from '../adjustments/CorrectionSheet.tsx';
import { Holds } from '../adjustments/Holds.tsx';
import { AskedSection } from '../approvals/AskedSection.tsx';
import { FeeReturnSheet } from '../feeReturns/FeeReturnSheet.tsx';
import { Console } from '../frame/Console.tsx';
import { adjustmentsIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';

/** `/adjustments`: corrections of a team bonus and returned fees, by two people, and what is held of a bonus. */
export function Component() {
  const { t } = useTranslation('operator');
  const may = useMay('books');
  return (
    <Console title={t('adjustments.title')}>
      <Hint>{t('adjustments.text')}</Hint>
      {may ? (
        <>
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
        </>
      ) : (
        <Card>
          <Empty icon={adjustmentsIcon} text={t('adjustments.notYours')} />
        </Card>
      )}
    </Console>
  );
}
