import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import * as buttonStyles from '../action/Button.module.css';
import { Icon, type Tone } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import * as textStyles from '../surface/Text.module.css';
import * as styles from './Notice.module.css';

interface NoticeProps {
  readonly tone: Tone;
  readonly icon?: IconSource;
  readonly title?: string;
  readonly children?: ReactNode;
  /** Buttons below the text. */
  readonly action?: ReactNode;
  /** Read at once when it appears: a refusal, a suspension. */
  readonly urgent?: boolean;
  /** Id of the text, for controls that are disabled because of it. */
  readonly textId?: string;
}

/** A message inside the page. */
export function Notice({ tone, icon = 'alert', title, children, action, urgent, textId }: NoticeProps) {
  const id = useId();
  return (
    <section
      className={styles.notice}
      data-tone={tone}
      role={urgent ? 'alert' : undefined}
      aria-labelledby={title === undefined ? undefined : id}
    >
      <Icon icon={icon} />
      <div className={styles.text} id={textId}>
        {title !== undefined && <strong id={id}>{title}</strong>}
        {children !== undefined && <p className={textStyles.hint}>{children}</p>}
      </div>
      {action !== undefined && <div className={`${buttonStyles.buttons} ${styles.actions}`}>{action}</div>}
    </section>
  );
}

/** Short sentences that belong to a flow. */
export function Tips({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.tips}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** Above every screen while the browser has no connection. @param since of when the page shows what it knew */
export function OfflineBanner({ since }: { readonly since?: string | undefined }) {
  const { t } = useTranslation('kit');
  return (
    <p className="offline" role="status">
      <Icon icon="offline" />
      <span>
        <strong>{t('offline.title')}</strong>{' '}
        {since === undefined ? t('offline.money') : t('offline.since', { time: since })}
      </span>
    </p>
  );
}
