import { Art, Centred, Hint, LinkButton, Screen } from '@trellis/kit';
import { useUser } from '@trellis/shell-sdk/host';
import { useTranslation } from 'react-i18next';
import { OutsidePage } from './OutsidePage.tsx';

/** An address that means nothing: inside the layout for a member, a full page for a visitor. */
export function NotFound() {
  const { t } = useTranslation('shell');
  const user = useUser();
  const title = t('notFound.title');
  const what = (
    <Centred>
      <Art art="closed" />
      <p>{t('notFound.heading')}</p>
      <Hint>{t('notFound.text')}</Hint>
    </Centred>
  );
  if (user) {
    return (
      <Screen title={title}>
        {what}
        <LinkButton to="/">{t('notFound.toWallet')}</LinkButton>
      </Screen>
    );
  }
  return (
    <OutsidePage title={title}>
      {what}
      <LinkButton to="/login">{t('notFound.toLogin')}</LinkButton>
    </OutsidePage>
  );
}
