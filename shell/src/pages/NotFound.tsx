import { Card, EntryScreen, Hint, LinkButton, Screen } from '@trellis/kit';
import { useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';

/** An address that means nothing: a card inside the layout for a member, a full page for a visitor. */
export function NotFound() {
  const { t } = useTranslation('shell');
  const { member } = useSession();
  const title = t('notFound.title');
  if (member) {
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
    <EntryScreen title={title}>
      <p>{t('notFound.text')}</p>
      <LinkButton to="/login">{t('notFound.toLogin')}</LinkButton>
    </EntryScreen>
  );
}
