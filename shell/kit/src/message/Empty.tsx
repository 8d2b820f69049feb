import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../action/Button.tsx';
import { Icon } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import { Art, type ArtName } from '../mark/Art.tsx';
import { Card } from '../surface/Card.tsx';
import * as styles from './Empty.module.css';

/** Nothing here: a drawing or an icon, one sentence, one action. */
export function Empty({ icon, art, text, detail, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {art !== undefined ? <Art art={art} /> : icon !== undefined && <Icon icon={icon} />}
      {detail === undefined ? (
        <p>{text}</p>
      ) : (
        <>
          <strong>{text}</strong>
          <p>{detail}</p>
        </>
      )}
      {action}
    </div>
  );
}

interface EmptyProps {
  readonly icon?: IconSource;
  /** Instead of an icon, where the emptiness is the whole of a list. */
  readonly art?: ArtName;
  readonly text: string;
  /** What will be here, or what to do; the text is then its heading. */
  readonly detail?: string;
  readonly action?: ReactNode;
}

interface NotOpenYetProps {
  /** One sentence: what will be here. Never a promise of a date or of a profit. */
  readonly text: string;
  /** Where to go instead. */
  readonly to: string;
  readonly linkText: string;
  /** It is open, but not where the reader lives. */
  readonly inCountry?: boolean;
}

/** The honest state of a screen whose function is not open yet, or not in the reader's country. */
export function NotOpenYet({ text, to, linkText, inCountry = false }: NotOpenYetProps) {
  const { t } = useTranslation('kit');
  return (
    <Card title={t(inCountry ? 'notOpen.country' : 'notOpen.title')}>
      <Empty
        art="closed"
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
