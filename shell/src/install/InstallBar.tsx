import { Bar, IconButton, TextLink, useToast } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { boot } from '../boot/document.ts';

/** Offers the home screen. Hidden, it says that it was for ever, and where the offer is still found. */
export function InstallBar({ onAdd, onHide }: { onAdd: () => void; onHide: () => void }) {
  const { t } = useTranslation('install');
  const toast = useToast();
  const add = () => {
    onHide();
    onAdd();
  };
  const hide = () => {
    onHide();
    toast(t('install.once'));
  };
  return (
    <Bar hidden={false}>
      <p>{t('install.title', { product: boot.productName })}</p>
      <TextLink onClick={add}>{t('install.add')}</TextLink>
      <IconButton label={t('install.later')} icon="close" onClick={hide} />
    </Bar>
  );
}
