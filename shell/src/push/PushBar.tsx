import { Bar, IconButton, TextLink } from '@trellis/kit';
import { useTranslation } from 'react-i18next';

/** Asks once, after something that one waits for. */
export function PushBar({ after, onOpen, onHide }: { after: PushMoment; onOpen: () => void; onHide: () => void }) {
  const { t } = useTranslation('push');
  const open = () => {
    onHide();
    onOpen();
  };
  return (
    <Bar hidden={false}>
      <p>{t(after === 'deposit' ? 'push.afterDeposit' : 'push.afterWithdrawal')}</p>
      <TextLink onClick={open}>{t('push.turnOn')}</TextLink>
      <IconButton label={t('push.notNow')} icon="close" onClick={onHide} />
    </Bar>
  );
}

export type PushMoment = 'deposit' | 'withdrawal';
