import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';
import { Composer } from '../notices/Composer.tsx';

/** `/notices/new`: an announcement in four languages, which somebody else approves. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="compose" title={t('notices.write')} back="/notices" text={t('notices.writeText')}>
      <Composer />
    </Console>
  );
}
