import { Card, Empty, Hint } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';
import { noticesIcon } from '../icons.ts';
import { Composer } from '../notices/Composer.tsx';
import { useMay } from '../roles/useMay.ts';

/** `/notices/new`: an announcement in four languages, which somebody else approves. */
export function Component() {
  const { t } = useTranslation('operator');
  const may = useMay('support');
  return (
    <Console title={t('notices.write')} back="/notices">
      <Hint>{t('notices.writeText')}</Hint>
      {may ? (
        <Composer />
      ) : (
        <Card>
          <Empty icon={noticesIcon} text={t('notices.notYoursToWrite')} />
        </Card>
      )}
    </Console>
  );
}
