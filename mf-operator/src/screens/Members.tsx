import { useTranslation } from 'react-i18next';
import { FindAnything } from '../find/FindAnything.tsx';
import { Console } from '../frame/Console.tsx';

/** `/members`: finds members and whatever is theirs by exactly what somebody has in hand. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="members" title={t('find.title')} text={t('members.logged')}>
      <FindAnything />
    </Console>
  );
}
