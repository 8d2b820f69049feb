import { BottomNavigation, type IconSource, Screen, ShellPartsContext } from '@trellis/kit';
import { type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { auditIcon, homeIcon, inquiriesIcon, membersIcon, releasesIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';

interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: IconSource;
  readonly current: boolean;
}

/** A screen of the console: its places stand in a rail beside it where there is room, and at its foot where there is not. */
export function Console({ title, back, children }: { title: string; back?: string; children: ReactNode }) {
  const { t } = useTranslation('operator');
  const shell = useContext(ShellPartsContext);
  const { pathname } = useLocation();
  const maySupport = useMay('support');
  const mayMembers = useMay('members');
  const mayAudit = useMay('audit');
  const places = useMemo(() => {
    const place = (to: string, label: string, icon: IconSource): Place => ({
      to,
      label,
      icon,
      current: pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)),
    });
    return [
      place('/', t('place.home'), homeIcon),
      place('/releases', t('place.releases'), releasesIcon),
      ...(maySupport ? [place('/inquiries', t('place.inquiries'), inquiriesIcon)] : []),
      ...(mayMembers ? [place('/members', t('place.members'), membersIcon)] : []),
      ...(mayAudit ? [place('/audit', t('place.audit'), auditIcon)] : []),
    ];
  }, [maySupport, mayMembers, mayAudit, pathname, t]);
  const parts = useMemo(
    () => ({ ...shell, navigation: <BottomNavigation label={t('place.all')} items={places} /> }),
    [shell, places, t],
  );
  return (
    <ShellPartsContext value={parts}>
      <Screen title={title} {...(back !== undefined && { back })} layout="wide">
        {children}
      </Screen>
    </ShellPartsContext>
  );
}
