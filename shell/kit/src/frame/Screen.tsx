import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigationType } from 'react-router-dom';
import * as iconButtonStyles from '../action/IconButton.module.css';
import { Icon, Mark } from '../icon/Icon.tsx';
import * as inkStyles from '../surface/Ink.module.css';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './Screen.module.css';
import { ShellPartsContext } from './ShellParts.ts';
import { useSecondColumn } from './secondColumn.ts';

interface ScreenProps {
  readonly title: string;
  /** Path of the screen above this one. */
  readonly back?: string;
  /** Takes the place of the bell at the end of the header. */
  readonly action?: ReactNode;
  /** What leads on this screen, on the coloured material that begins with the header; `null`: the header alone does. */
  readonly head?: ReactNode;
  /** Stays above the bottom navigation: the button that names the act. */
  readonly dock?: ReactNode;
  /**
   * `panes`: two columns on a wide screen, one `<Pane>` each. `home`: these, and the product's name in the place of the
   * title. `wide`: one column as wide as it can be read.
   */
  readonly layout?: 'panes' | 'home' | 'wide';
  /** What is near to this screen, as its second column on a wide screen; on a phone it is not there. */
  readonly alongside?: ReactNode;
  /** The former name of `alongside`, which features go on with for one version. */
  readonly beside?: ReactNode;
  /** What follows on a phone, and is the second column on a wide screen. The act then stands under the first. */
  readonly below?: ReactNode;
  /** Places inside this screen, over both columns. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/** A full-height screen with its own header; the shell's parts come through `ShellPartsContext`. */
export function Screen(props: ScreenProps) {
  const { title, back, action, head, dock, layout, below, tabs, children } = props;
  const alongside = props.alongside ?? props.beside;
  const parts = useContext(ShellPartsContext);
  const { t } = useTranslation('kit');
  const heading = useScreenTitle(title, parts.productName);
  const isTwo = alongside !== undefined || below !== undefined;
  const hasSecond = useSecondColumn(isTwo);
  const nextStep = dock && (
    <section className={styles.dockAction} aria-label={t('screen.nextStep')}>
      {dock}
    </section>
  );
  const header = (
    <header className="header" data-kind={back === undefined ? undefined : 'flow'}>
      {back !== undefined && (
        <Link viewTransition className={iconButtonStyles.iconButton} to={back} aria-label={t('screen.back')}>
          <Icon icon="back" />
        </Link>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {layout === 'home' ? <Brand name={parts.productName ?? title} title={title} /> : title}
      </h1>
      {action ?? (
        <>
          {parts.language}
          {parts.bell}
        </>
      )}
    </header>
  );
  const content = (
    <>
      {tabs}
      {layout === 'panes' || layout === 'home' ? (
        children
      ) : (
        // One column, too, where there is a second: what comes later leaves a field, and what is typed in it, as it is.
        <Pane>
          {children}
          {hasSecond && nextStep}
        </Pane>
      )}
      {isTwo && (hasSecond || below !== undefined) && <Pane>{below ?? alongside}</Pane>}
    </>
  );
  return (
    <div
      className="screen"
      data-layout={isTwo ? 'two' : layout}
      data-places={parts.navigation === undefined ? undefined : true}
    >
      {head === undefined ? (
        <>
          {header}
          {parts.bar}
          <main className="main">{content}</main>
        </>
      ) : (
        <>
          {parts.bar}
          {/* What leads is content, too: it begins with the header, so the header is in it. */}
          <main className={styles.whole}>
            <div className={`ink ${styles.ink}`}>
              {header}
              <div className={styles.inkHead}>{head}</div>
            </div>
            <div className={`main ${inkStyles.over}`}>{content}</div>
          </main>
        </>
      )}
      <div className={styles.dock}>
        {!hasSecond && nextStep}
        {parts.navigation}
      </div>
    </div>
  );
}

/** The product's name in the place of a title, which is still what the screen is called. */
function Brand({ name, title }: { name: string; title: string }) {
  return (
    <>
      <span className="brand" aria-hidden="true" translate="no">
        <Mark />
        {name}
      </span>
      <span className={textStyles.unseen}>{title}</span>
    </>
  );
}

/** One column of a screen with `layout="panes"` or `"home"`. */
export function Pane({ children }: { children: ReactNode }) {
  return <div className={styles.pane}>{children}</div>;
}

interface EntryScreenProps {
  readonly title: string;
  /** One sentence under the title. */
  readonly text?: string | undefined;
  /** Above the title, which then stands in the middle. */
  readonly picture?: ReactNode;
  /** Path of the screen that led here. */
  readonly back?: string;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A screen outside the layout, such as log in: name and title on the coloured material, the form over it, a foot below. */
export function EntryScreen({ title, text, picture, back, foot, children }: EntryScreenProps) {
  const { productName, bar } = useContext(ShellPartsContext);
  const { t } = useTranslation('kit');
  const heading = useScreenTitle(title, productName);
  return (
    <div className="screen" data-layout="entry">
      <header className={`ink ${styles.ink} entryHead`}>
        <div className={styles.entryBar}>
          {back !== undefined && (
            <Link className={iconButtonStyles.iconButton} to={back} aria-label={t('screen.back')}>
              <Icon icon="back" />
            </Link>
          )}
          <p className="brand" translate="no">
            <Mark />
            {productName}
          </p>
        </div>
        {picture !== undefined && <div className={styles.entryPicture}>{picture}</div>}
        <div className={styles.entryWords}>
          <h1 ref={heading} tabIndex={-1} className={styles.entryTitle}>
            {title}
          </h1>
          {text !== undefined && <p>{text}</p>}
        </div>
      </header>
      <main className={`main ${inkStyles.over} ${styles.entry}`}>
        {/* The page rises over what stands between the two. */}
        {bar}
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
