import { type Language, languages } from '@trellis/api-contract';
import { HeaderSelect, ShellPartsContext, ToastProvider } from '@trellis/kit';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useLanguage } from '../preferences/language.ts';

/** In the place of the shell's layout: the language, and the feature's own paths instead of the four places. */
export function DevFrame({ paths, children }: { paths: readonly string[]; children: ReactNode }) {
  const { pathname } = useLocation();
  const navigation = (
    <nav className="nav" aria-label="Paths of this feature">
      {paths.slice(0, 4).map((path) => (
        <Link key={path} to={path} aria-current={path === pathname ? 'page' : undefined}>
          {path}
        </Link>
      ))}
    </nav>
  );
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
