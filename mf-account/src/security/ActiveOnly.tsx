import { useSession } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { accountApi } from '../api.ts';
import { SecurityScreen } from './SecurityScreen.tsx';
import { SuspensionNotice } from './SuspensionNotice.tsx';

/** Why nothing can be changed now, for a member who is suspended; nothing for others. */
export function IfSuspended() {
  const suspended = useSession().member?.suspended === true;
  const profile = accountApi.useGetProfileQuery({}, { skip: !suspended });
  return suspended && <SuspensionNotice suspension={profile.data?.suspension} />;
}

/** A form that a suspended member cannot send: they are told so in its place. */
export function ActiveOnly({ title, children }: { title: string; children: ReactNode }) {
  if (useSession().member?.suspended !== true) return children;
  return (
    <SecurityScreen title={title}>
      <IfSuspended />
    </SecurityScreen>
  );
}
