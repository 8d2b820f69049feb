import * as styles from './Icon.module.css';
import { type IconSource, icons } from './icons.ts';

/** A decorative outline: the text beside it says what it means, so that readers of the page skip it. */
export function Icon({ of }: { of: IconSource }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={typeof of === 'string' ? icons[of] : of.path} />
    </svg>
  );
}

/** The meaning of a chip, a badge, a notice or a sign; never told by colour alone. */
export type Tone = 'primary' | 'positive' | 'negative' | 'warning' | 'locked' | 'neutral';

/** An icon on a tinted square, at the start of a row or a failure card. */
export function Badge({ icon, tone = 'neutral' }: { icon: IconSource; tone?: Tone }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon of={icon} />
    </span>
  );
}
