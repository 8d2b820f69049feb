import { HeaderLink, OfflineBanner, ShellPartsContext, ToastProvider } from '@trellis/kit';
import { useOnline } from '@trellis/shell-sdk';
import { useUser } from '@trellis/shell-sdk/host';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { boot } from '../boot/document.ts';
import { useOpenPage } from '../openPage/openPage.ts';
import { isAccessPage } from '../router/access.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ShellNavigation } from './ShellNavigation.tsx';

/**
 * Gives every screen the shell's parts: bell, language and bottom navigation for a member, the language for all. The
 * console brings its own navigation.
 */
export function ShellFrame({ pathname, children }: { pathname: string; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const user = useUser();
  const online = useOnline();
  const { bar, sheet, unread } = useOpenPage();
  const inside = boot.audience === 'member' && user !== null && !isAccessPage(pathname);
  const count = unread > 99 ? '99+' : unread > 0 ? String(unread) : undefined;
  const notifications = count === undefined ? t('notifications.label') : t('notifications.unread', { unread: count });
  const parts = useMemo(
    () => ({
      productName: boot.productName,
      language: <LanguageMenu />,
      bar,
      ...(inside && {
        bell: <HeaderLink to="/notify" label={notifications} icon="bell" count={count} />,
        navigation: <ShellNavigation pathname={pathname} />,
      }),
    }),
    [bar, count, inside, notifications, pathname],
  );
  return (
    <ToastProvider>
      <ShellPartsContext value={parts}>
        {!online && <OfflineBanner />}
        {children}
        {inside && sheet}
      </ShellPartsContext>
    </ToastProvider>
  );
}
