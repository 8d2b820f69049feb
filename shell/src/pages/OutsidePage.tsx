import { EntryScreen, ShellPartsContext, ToastProvider } from '@trellis/kit';
import type { ReactNode } from 'react';
import { boot } from '../boot/document.ts';
import { LanguageMenu } from '../layout/LanguageMenu.tsx';

/** A page outside the layout: no navigation, nothing over it, and a choice of the language at its foot. */
export function OutsidePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ToastProvider>
      <ShellPartsContext value={parts}>
        <EntryScreen title={title} foot={<LanguageMenu />}>
          {children}
        </EntryScreen>
      </ShellPartsContext>
    </ToastProvider>
  );
}

const parts = { productName: boot.productName };
