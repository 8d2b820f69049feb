import { TextLink } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import * as styles from './Place.module.css';
import { PlaceTree } from './PlaceTree.tsx';
import { changeAddress } from './steps.ts';

interface PlaceCardProps {
  readonly inviter: string;
  readonly side: 'left' | 'right';
}

/** The place that an invitation link brings, as a picture and in words; another can be chosen. */
export function PlaceCard({ inviter, side }: PlaceCardProps) {
  const { t } = useTranslation('access');
  const { t: shell } = useTranslation('shell');
  return (
    <section className={styles.card}>
      <PlaceTree side={side} inviter={inviter} />
      <div className={styles.words}>
        <strong translate="no">{t(side === 'left' ? 'invite.left' : 'invite.right', { inviter })}</strong>
        <small>{t('invite.fixed')}</small>
      </div>
      <TextLink to={changeAddress}>{shell('signup.change')}</TextLink>
    </section>
  );
}
