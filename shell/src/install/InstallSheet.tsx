import { Hint, Notice, Sheet, useToast } from '@trellis/kit';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { boot } from '../boot/document.ts';

/** Whose menus a member takes where the browser itself does not ask. */
export type ByHand = 'ios' | 'android';

/** How the product gets onto the home screen of this device. */
export function InstallSheet({ by, onClose }: { by: ByHand; onClose: () => void }) {
  const { t } = useTranslation('install');
  return (
    <Sheet title={t('install.title', { product: boot.productName })} onClose={onClose}>
      <Hint>{t('install.text')}</Hint>
      <Notice tone="primary" icon="next" title={t(by === 'ios' ? 'install.ios' : 'install.android')} />
    </Sheet>
  );
}

/** Says that it is there now, and that it has; draws nothing. */
export function InstalledToast({ onSaid }: { onSaid: () => void }) {
  const { t } = useTranslation('install');
  const toast = useToast();
  useEffect(() => {
    toast(t('install.done', { product: boot.productName }));
    onSaid();
  }, [toast, t, onSaid]);
  return null;
}
