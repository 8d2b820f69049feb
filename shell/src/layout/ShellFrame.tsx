import { asOfText, HeaderLink, OfflineBanner, ShellPartsContext, ToastProvider } from '@trellis/kit';
import { useLanguage, useOnline } from '@trellis/shell-sdk';
import { useKeptSince, useUser } from '@trellis/shell-sdk/host';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { boot } from '../boot/document.ts';
import { useOpenPage } from '../openPage/openPage.ts';
import { isAccessPage } from '../router/access.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ShellNavigation } from './ShellNavigation.tsx';

/**
 * Gives every screen the shell's parts: bell and places for a member, who has the language in the account; the language
 * for who is outside. The console brings its own places.
 */
export function ShellFrame({ pathname, children }: { pathname: string; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const user = useUser();
  const online = useOnline();
  const since = useKeptSince();
  const [language] = useLanguage();
  const { bar, announcement, hint, offer, sheet, install, trouble, unread } = useOpenPage();
  const inside = boot.audience === 'member' && user !== null && !isAccessPage(pathname);
  const count = unread > 99 ? '99+' : unread > 0 ? String(unread) : undefined;
  const notifications = count === undefined ? t('notifications.label') : t('notifications.unread', { unread: count });
  const parts = useMemo(
    () => ({
      productName: boot.productName,
      bar: bar ?? hint ?? (inside ? (announcement ?? offer) : undefined),
      ...(inside
        ? {
            bell: <HeaderLink to="/notify" label={notifications} icon="bell" count={count} />,
            navigation: <ShellNavigation pathname={pathname} />,
          }
        : { language: <LanguageMenu /> }),
    }),
    [bar, announcement, hint, offer, count, inside, notifications, pathname],
  );
  return (
    <ToastProvider>
      <ShellPartsContext value={parts}>
        {!online && <OfflineBanner since={since === undefined ? undefined : asOfText(since, Date.now(), language)} />}
        {children}
        {inside && sheet}
        {inside && install}
        {trouble}
      </ShellPartsContext>
    </ToastProvider>
  );
}
