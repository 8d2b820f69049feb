import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigationType } from 'react-router-dom';
import * as iconButtonStyles from '../action/IconButton.module.css';
import { Icon } from '../icon/Icon.tsx';
import * as styles from './Screen.module.css';
import { ShellPartsContext } from './ShellParts.ts';

interface ScreenProps {
  readonly title: string;
  /** Path of the screen above this one. */
  readonly back?: string;
  /** Takes the place of the bell and the language at the end of the header. */
  readonly action?: ReactNode;
  /** Stays above the bottom navigation: the button that names the act. */
  readonly dock?: ReactNode;
  /**
   * `panes`: two columns on a wide screen, one `<Pane>` each. `home`: these, and the product's mark before the title.
   * `wide`: one column as wide as it can be read.
   */
  readonly layout?: 'panes' | 'home' | 'wide';
  /** Places inside this screen, over both columns. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/** A full-height screen with its own header; the shell's parts come through `ShellPartsContext`. */
export function Screen({ title, back, action, dock, layout, tabs, children }: ScreenProps) {
  const parts = useContext(ShellPartsContext);
  const { t } = useTranslation('kit');
  const heading = useScreenTitle(title, parts.productName);
  return (
    <div className="screen" data-layout={layout === 'home' ? 'panes' : layout}>
      <header className="header">
        {back !== undefined && (
          <Link className={iconButtonStyles.iconButton} to={back} aria-label={t('screen.back')}>
            <Icon of="back" />
          </Link>
        )}
        <h1 ref={heading} tabIndex={-1} className={layout === 'home' ? styles.brand : undefined}>
          {layout === 'home' && <Icon of="brand" />}
          {title}
        </h1>
        {action ?? (
          <>
            {parts.language}
            {parts.bell}
          </>
        )}
      </header>
      {parts.bar}
      <main className="main">
        {tabs}
        {children}
      </main>
      <div className={styles.dock}>
        {dock && (
          <section className={styles.dockAction} aria-label={t('screen.nextStep')}>
            {dock}
          </section>
        )}
        {parts.navigation}
      </div>
    </div>
  );
}

/** One column of a screen with `layout="panes"` or `"home"`. */
export function Pane({ children }: { children: ReactNode }) {
  return <div className={styles.pane}>{children}</div>;
}

/** A screen outside the layout, such as log in: the product's name above, the title with the form, a foot below. */
export function EntryScreen({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  const { productName } = useContext(ShellPartsContext);
  const heading = useScreenTitle(title, productName);
  return (
    <div className="screen">
      <header className="header">
        <p className={styles.brand}>
          <Icon of="brand" />
          {productName}
        </p>
      </header>
      <main className={`main ${styles.entry}`}>
        <h1 ref={heading} tabIndex={-1} className={styles.entryTitle}>
          {title}
        </h1>
        {children}
      </main>
      {foot !== undefined && <footer className={styles.entryFoot}>{foot}</footer>}
    </div>
  );
}

/**
 * Names the browser's tab, and puts the focus on the heading when a navigation took it away with the old screen:
 * otherwise a keyboard or a screen reader would start again at the top of the document.
 */
function useScreenTitle(title: string, productName: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigated = useNavigationType() !== 'POP';
  useEffect(() => {
    document.title = productName === undefined ? title : `${title} · ${productName}`;
  }, [title, productName]);
  useEffect(() => {
    if (navigated && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [navigated]);
  return heading;
}
