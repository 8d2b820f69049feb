import type { ReactNode } from 'react';
import { Icon, type Tone } from '../icon/Icon.tsx';
import type { IconSource } from '../icon/icons.ts';
import * as styles from './Chip.module.css';

/** A short word in a pill, with a tone. */
export function Chip({ tone, icon, children }: { tone: Tone; icon?: IconSource; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      {icon !== undefined && <Icon icon={icon} />}
      {children}
    </span>
  );
}
