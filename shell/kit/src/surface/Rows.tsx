import type { Unit } from '@trellis/api-contract';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as buttonStyles from '../action/Button.module.css';
import { Badge, Icon, type Tone } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import { Coin } from '../mark/Coin.tsx';
import { Person } from '../mark/Person.tsx';
import * as styles from './Rows.module.css';

interface RowsProps {
  readonly label?: string;
  /** Above the rows, on the same sheet: a drawing of them all. */
  readonly picture?: ReactNode;
  /** Above the rows, on the same sheet: the day they are of. */
  readonly day?: string;
  /** At the end of that line: what came and went. */
  readonly sum?: ReactNode;
  readonly children: ReactNode;
}

/** A flat sheet of rows. */
export function Rows({ label, picture, day, sum, children }: RowsProps) {
  const id = useId();
  if (day !== undefined) {
    return (
      <section className={styles.sheet} aria-labelledby={id}>
        <div className={styles.day}>
          <h2 id={id}>{day}</h2>
          {sum}
        </div>
        <ul className={styles.rows}>{children}</ul>
      </section>
    );
  }
  const rows = (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
  if (picture === undefined) return rows;
  return (
    <div className={styles.sheet}>
      <div className={styles.picture}>{picture}</div>
      {rows}
    </div>
  );
}

/** What a row begins with: the mark of a unit or a member, or an icon. */
export interface RowMarkProps {
  readonly icon?: IconSource | undefined;
  readonly tone?: Tone | undefined;
  readonly unit?: Unit | undefined;
  /** A member's username. */
  readonly person?: string | undefined;
  /** A drawing of the feature's own, such as a stone. */
  readonly drawing?: ReactNode;
  /** What happened with it, as a small pin on the mark. */
  readonly pin?: IconSource | undefined;
}

/** The mark of a unit, a member or an event, as rows and what they lead to begin with. */
export function RowMark({ icon, tone, unit, person, drawing, pin }: RowMarkProps) {
  const mark =
    drawing !== undefined ? (
      drawing
    ) : person !== undefined ? (
      <Person name={person} />
    ) : unit !== undefined ? (
      <Coin unit={unit} />
    ) : icon !== undefined ? (
      <Badge icon={icon} {...(tone && { tone })} />
    ) : null;
  if (pin === undefined) return mark;
  return (
    <span className={styles.pinned}>
      {mark}
      <span className={styles.pin}>
        <Icon icon={pin} />
      </span>
    </span>
  );
}

interface RowAction {
  readonly label: string;
  readonly strong: boolean;
}

interface RowProps extends RowMarkProps {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  readonly endDetail?: ReactNode;
  /** Where the row leads. */
  readonly to?: string;
  /** Shows here what stands there: a plain press does this, and the way stays for a tab of its own. */
  readonly onOpen?: (() => void) | undefined;
  /** What is done there, at the end of the row: of several rows, the strong one comes next. */
  readonly action?: RowAction | undefined;
  /** The former name of `action`, which features go on with for one version. */
  readonly act?: RowAction;
  /** Behind the reader: it stays in the list, and steps back. */
  readonly done?: boolean;
}

/** One row: a mark, a title with a detail, and something at the end. It wraps, nothing is cut off. */
export function Row({ title, detail, end, endDetail, to, onOpen, act, action = act, done, ...mark }: RowProps) {
  const { pathname } = useLocation();
  const content = (
    <>
      <RowMark {...mark} />
      <span className={styles.main}>
        <strong>{title}</strong>
        {detail !== undefined && <small>{detail}</small>}
      </span>
      {end !== undefined && (
        <span className={styles.end}>
          {end}
          {endDetail !== undefined && <small>{endDetail}</small>}
        </span>
      )}
    </>
  );
  if (to === undefined && onOpen) {
    return (
      <li>
        <button className={styles.row} type="button" onClick={onOpen}>
          {content}
        </button>
      </li>
    );
  }
  if (to === undefined) {
    return (
      <li className={styles.row} data-done={done || undefined}>
        {content}
      </li>
    );
  }
  return (
    <li>
      <Link
        viewTransition
        className={styles.row}
        to={to}
        data-action={action && true}
        aria-current={pathname === to ? 'page' : undefined}
        onClick={onOpen && opening(onOpen)}
      >
        {content}
        {action && (
          <span className={buttonStyles.button} data-size="small" data-kind={action.strong ? undefined : 'quiet'}>
            {action.label}
          </span>
        )}
      </Link>
    </li>
  );
}

/** Nothing of what a browser does with a link by other keys and buttons is taken away. */
const opening = (open: () => void) => (event: MouseEvent) => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
};

export interface ShortcutItem {
  readonly to: string;
  readonly icon: IconSource;
  readonly label: string;
  /** Something has to be done before: its sign, and what it is. */
  readonly first?: { readonly icon: IconSource; readonly text: string } | undefined;
}

interface ShortcutsProps {
  readonly label: string;
  readonly items: readonly ShortcutItem[];
  /** Id of the text that says why none of them can be used now. */
  readonly disabledBecause?: string | undefined;
}

/** Round buttons that start the money flows; the first is the strong one. */
export function Shortcuts({ label, items, disabledBecause }: ShortcutsProps) {
  const id = useId();
  return (
    <ul className={styles.shortcuts} aria-label={label}>
      {items.map(({ to, icon, label: text, first }) => (
        <li key={to}>
          <Way
            className={styles.shortcut}
            to={to}
            disabledBecause={disabledBecause}
            describedBy={first && `${id}${to}`}
          >
            <span className={styles.disc}>
              <Icon icon={icon} />
              {first && (
                <span className={styles.first}>
                  <Icon icon={first.icon} />
                </span>
              )}
            </span>
            {text}
          </Way>
          {first && (
            <span id={`${id}${to}`} hidden>
              {first.text}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface WayProps {
  readonly className: string | undefined;
  readonly to: string;
  readonly disabledBecause: string | undefined;
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}

/** The stone of the one that was pressed travels to the screen that it leads to. */
const markPressed = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
  currentTarget.closest('li')?.setAttribute('data-travels', '');
};

/** A link that may be closed: it stays reachable then, and says its reason. */
function Way({ className, to, disabledBecause, describedBy, children }: WayProps) {
  if (disabledBecause === undefined) {
    return (
      <Link viewTransition className={className} to={to} aria-describedby={describedBy} onClick={markPressed}>
        {children}
      </Link>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a link without an address is no link to a browser
    <span className={className} role="link" aria-disabled="true" tabIndex={0} aria-describedby={disabledBecause}>
      {children}
    </span>
  );
}

/** Products side by side, below each other where they do not fit. */
export function Products({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.products} aria-label={label}>
      {children}
    </ul>
  );
}

interface ProductProps {
  readonly title: string;
  readonly to: string;
  /** Its stone, its coin or its icon. */
  readonly mark: ReactNode;
  /**
   * `wide`, over the whole width: the mark leads, then title and detail, and what it brings at the end. `tile`: a figure
   * leads, and the title is its caption. `stone`: the mark leads, what it brings is a drawing alongside it, and the title
   * follows.
   */
  readonly look?: 'wide' | 'tile' | 'stone';
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  readonly endDetail?: ReactNode;
  readonly disabledBecause?: string | undefined;
  readonly children?: ReactNode;
}

/** What is a product of its own: the one kind of card that lifts. All of it leads to the product; its title names the way. */
export function Product(props: ProductProps) {
  const { title, to, mark, look, detail, end, endDetail, disabledBecause, children } = props;
  const way = (
    <Way className={styles.productWay} to={to} disabledBecause={disabledBecause}>
      {title}
    </Way>
  );
  return (
    <li className={styles.product} data-look={look}>
      {look === 'wide' ? (
        <span className={styles.productTop}>
          {mark}
          <span className={styles.productName}>
            {way}
            {detail !== undefined && <small>{detail}</small>}
          </span>
          <span className={styles.end}>
            {end}
            {endDetail !== undefined && <small>{endDetail}</small>}
          </span>
        </span>
      ) : look === 'stone' ? (
        <>
          <span className={styles.productTop}>
            {mark}
            {end}
          </span>
          {way}
        </>
      ) : (
        <span className={styles.productTop}>
          {way}
          {mark}
        </span>
      )}
      {children}
    </li>
  );
}
