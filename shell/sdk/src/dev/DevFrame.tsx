import { type Language, languages } from '@trellis/api-contract';
import { BottomNavigation, HeaderSelect, ShellPartsContext, ToastProvider } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useLanguage } from '../preferences/language.ts';

/** In the place of the shell's layout: the language, and the feature's own paths instead of the four places. */
export function DevFrame({ paths, children }: { paths: readonly string[]; children: ReactNode }) {
  const { pathname } = useLocation();
  const items = paths
    .slice(0, 4)
    .map((path) => ({ to: path, label: path, icon: 'next', current: path === pathname }) as const);
  const navigation = <BottomNavigation label="Paths of this feature" items={items} />;
  return (
    <ToastProvider>
      <ShellPartsContext value={{ navigation, language: <DevLanguage /> }}>{children}</ShellPartsContext>
    </ToastProvider>
  );
}

const options = languages.map((value: Language) => ({ value, label: value }));

function DevLanguage() {
  const [language, choose] = useLanguage();
  return <HeaderSelect label="Language" icon="globe" value={language} options={options} onChange={choose} />;
}
