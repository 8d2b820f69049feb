import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';
import { Inbox } from '../inquiries/Inbox.tsx';

/** `/inquiries`: what members ask, the longest wait first; `?view=`, `?type=` and `?username=` narrow it. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="inquiries" title={t('inquiries.title')} text={t('inquiries.textAbove')}>
      <Inbox />
    </Console>
  );
}
