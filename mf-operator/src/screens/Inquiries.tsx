import { Card, Empty, Hint } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { Console } from '../frame/Console.tsx';
import { inquiriesIcon } from '../icons.ts';
import { Inbox } from '../inquiries/Inbox.tsx';
import { useMay } from '../roles/useMay.ts';

/** `/inquiries`: what members ask, the longest wait first; `?view=`, `?type=` and `?username=` narrow it. */
export function Component() {
  const { t } = useTranslation('operator');
  const may = useMay('support');
  return (
    <Console title={t('inquiries.title')}>
      <Hint>{t('inquiries.textAbove')}</Hint>
      {may ? (
        <Inbox />
      ) : (
        <Card>
          <Empty icon={inquiriesIcon} text={t('inquiries.notYours')} />
        </Card>
      )}
    </Console>
  );
}
