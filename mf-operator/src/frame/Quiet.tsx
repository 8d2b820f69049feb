import { Icon, type IconSource } from '@trellis/kit';
import type { ReactNode } from 'react';
import * as styles from './Quiet.module.css';

/** What a part says while it has nothing, in one line: nothing to do is no picture. */
export function Quiet({ icon, text, children }: { icon: IconSource; text: string; children?: ReactNode }) {
  return (
    <div className={styles.quiet}>
      <Icon icon={icon} />
      <p>{text}</p>
      {children}
    </div>
  );
}
