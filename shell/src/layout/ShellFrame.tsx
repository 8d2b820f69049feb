import { HeaderLink, OfflineBanner, ShellPartsContext, ToastProvider, useOnline, useSession } from '@trellis/shell-sdk';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { boot } from '../boot/document.ts';
import { useOpenPage } from '../openPage/openPage.ts';
import { isAccessPage } from '../router/access.ts';
import { LanguageMenu } from './LanguageMenu.tsx';
import { ShellNavigation } from './ShellNavigation.tsx';

/** Gives every screen the shell's parts: bell, language and bottom navigation for a member, the language for all. */
export function ShellFrame({ pathname, children }: { pathname: string; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { member } = useSession();
  const online = useOnline();
  const { bar } = useOpenPage();
  const inside = member !== null && !isAccessPage(pathname);
  const notifications = t('notifications.label');
  const parts = useMemo(
    () => ({
      productName: boot.productName,
      language: <LanguageMenu />,
      bar,
      ...(inside && {
        bell: <HeaderLink to="/notify" label={notifications} icon="bell" />,
        navigation: <ShellNavigation pathname={pathname} />,
      }),
    }),
    [bar, inside, notifications, pathname],
  );
  return (
    <ToastProvider>
      <ShellPartsContext value={parts}>
        {!online && <OfflineBanner />}
        {children}
      </ShellPartsContext>
    </ToastProvider>
  );
}
