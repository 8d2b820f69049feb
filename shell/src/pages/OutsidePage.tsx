import { EntryScreen, ShellPartsContext, ToastProvider } from '@trellis/kit';
import type { ReactNode } from 'react';
import { boot } from '../boot/document.ts';
import { ReadingOptions } from '../screens/ReadingOptions.tsx';

/** A page outside the layout: no navigation, nothing over it, and choices of language and text size at its foot. */
export function OutsidePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ToastProvider>
      <ShellPartsContext value={parts}>
        <EntryScreen title={title} foot={<ReadingOptions />}>
          {children}
        </EntryScreen>
      </ShellPartsContext>
    </ToastProvider>
  );
}

const parts = { productName: boot.productName };
