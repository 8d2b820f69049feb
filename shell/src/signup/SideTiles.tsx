import { FieldError } from '@trellis/kit/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './Place.module.css';
import { PlaceTree } from './PlaceTree.tsx';

interface SideTilesProps {
  readonly value: 'left' | 'right' | '';
  readonly onChange: (side: 'left' | 'right') => void;
  readonly inviter: string | undefined;
  readonly error: string | undefined;
}

/** The two places below whoever invites: what is chosen is drawn, because it never changes. */
export function SideTiles({ value, onChange, inviter, error }: SideTilesProps) {
  const { t } = useTranslation('access');
  const { t: shell } = useTranslation('shell');
  const id = useId();
  return (
    <fieldset className={styles.tiles} aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}>
      <legend>{shell('signup.side')}</legend>
      {(['left', 'right'] as const).map((side) => (
        <label
          key={side}
          className={styles.tile}
          data-chosen={side === value || undefined}
          data-wrong={error !== undefined || undefined}
        >
          <input
            type="radio"
            name={id}
            value={side}
            checked={side === value}
            aria-invalid={error === undefined ? undefined : true}
            onChange={() => onChange(side)}
          />
          <PlaceTree side={side} inviter={inviter} />
          <strong>{shell(side === 'left' ? 'signup.left' : 'signup.right')}</strong>
        </label>
      ))}
      <p id={`${id}-hint`} data-hint>
        {t('invite.fixed')}
      </p>
      {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  );
}
