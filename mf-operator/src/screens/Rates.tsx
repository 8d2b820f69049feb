import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';

/** `/rates` */
export function Component() {
  const { t } = useTranslation('operator');
  return <Console title={t('place.rates')}>{null}</Console>;
}
