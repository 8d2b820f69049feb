import { Card, Empty, Hint, Section } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Corrections } from '../adjustments/Corrections.tsx';
import { Holds } from '../adjustments/Holds.tsx';
import { Console } from '../frame/Console.tsx';
import { adjustmentsIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';

/** `/adjustments`: corrections of a team bonus, by two people, and what is held of it. */
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
