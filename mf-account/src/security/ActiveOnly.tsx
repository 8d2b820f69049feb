import { SuspensionNotice, useSession } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { SecurityScreen } from './SecurityScreen.tsx';

/** A form that a suspended member cannot send: they are informed in its place. */
export function ActiveOnly({ title, children }: { title: string; children: ReactNode }) {
  if (useSession().member?.suspended !== true) return children;
  return (
    <SecurityScreen title={title}>
      <SuspensionNotice />
    </SecurityScreen>
  );
}
