import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../action/Button.tsx';
import { Icon } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import { Card } from '../surface/Card.tsx';
import * as styles from './Empty.module.css';

/** Nothing here: an icon, one sentence, one action. */
export function Empty({ icon, text, action }: { icon: IconSource; text: string; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Icon of={icon} />
      <p>{text}</p>
      {action}
    </div>
  );
}

interface NotOpenYetProps {
  /** One sentence: what will be here. Never a promise of a date or of a profit. */
  readonly text: string;
  /** Where to go instead. */
  readonly to: string;
  readonly linkText: string;
}

/** The honest state of a screen whose function is not open yet. */
export function NotOpenYet({ text, to, linkText }: NotOpenYetProps) {
  const { t } = useTranslation('kit');
  return (
    <Card title={t('notOpen.title')}>
      <Empty
        icon="clock"
        text={text}
        action={
          <LinkButton to={to} kind="quiet" size="small">
            {linkText}
          </LinkButton>
        }
      />
    </Card>
  );
}
