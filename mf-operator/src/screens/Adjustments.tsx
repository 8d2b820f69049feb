import { Card, Empty, Hint, Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Corrections } from '../adjustments/Corrections.tsx';
import { Holds } from '../adjustments/Holds.tsx';
import { FeeReturns } from '../feeReturns/FeeReturns.tsx';
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
          <Section title={t('adjustments.corrections')}>
            <Corrections />
          </Section>
          <Section title={t('feeReturns.fees')}>
            <FeeReturns />
          </Section>
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
