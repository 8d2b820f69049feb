import { Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Console } from '../../frame/Console.tsx';
import { FeeReturns } from '../feeReturns/FeeReturns.tsx';
import { Corrections } from './Corrections.tsx';
import { Holds } from './Holds.tsx';

/** `/adjustments`: corrections of a team bonus and returned fees, by two people, and what is held of a bonus. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="adjustments" title={t('adjustments.title')} text={t('adjustments.text')}>
      <Section title={t('adjustments.corrections')}>
        <Corrections />
      </Section>
      <Section title={t('feeReturns.fees')}>
        <FeeReturns />
      </Section>
      <Section title={t('adjustments.holds')}>
        <Holds />
      </Section>
    </Console>
  );
}
