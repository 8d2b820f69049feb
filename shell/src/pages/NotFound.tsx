import { Card, Hint, LinkButton, Screen } from '@trellis/kit';
import { useUser } from '@trellis/shell-sdk/host';
import { useTranslation } from 'react-i18next';
import { OutsidePage } from './OutsidePage.tsx';

/** An address that means nothing: a card inside the layout for a member, a full page for a visitor. */
export function NotFound() {
  const { t } = useTranslation('shell');
  const user = useUser();
  const title = t('notFound.title');
  if (user) {
    return (
      <Screen title={title}>
        <Card title={t('notFound.heading')}>
          <Hint>{t('notFound.text')}</Hint>
          <LinkButton to="/">{t('notFound.toWallet')}</LinkButton>
        </Card>
      </Screen>
    );
  }
  return (
    <OutsidePage title={title}>
      <h2>{t('notFound.heading')}</h2>
      <p>{t('notFound.text')}</p>
      <LinkButton to="/login">{t('notFound.toLogin')}</LinkButton>
    </OutsidePage>
  );
}
