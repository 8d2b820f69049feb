import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';

/** `/rules` */
export function Component() {
  const { t } = useTranslation('operator');
  return <Console title={t('place.rules')}>{null}</Console>;
}
