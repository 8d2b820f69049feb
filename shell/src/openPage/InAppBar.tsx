import { Bar, IconButton, TextLink, useCopy } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { WayOut } from './inAppBrowser.ts';

/** In the browser inside another app, where passkeys, downloads and log-ins that last mostly fail: the way to one of its own. */
export function InAppBar({ way: { address }, onDismiss }: { way: WayOut; onDismiss: () => void }) {
  const { t } = useTranslation('shell');
  const copy = useCopy();
  return (
    <Bar hidden={false}>
      <p>{t(address === undefined ? 'inApp.byHand' : 'inApp.text')}</p>
      {address === undefined ? (
        <TextLink onClick={() => void copy(window.location.href, t('inApp.copied'))}>{t('inApp.copy')}</TextLink>
      ) : (
        <TextLink onClick={() => window.location.assign(address)}>{t('inApp.open')}</TextLink>
      )}
      <IconButton label={t('inApp.hide')} icon="close" onClick={onDismiss} />
    </Bar>
  );
}
