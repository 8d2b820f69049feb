import type { GemLevel } from './cuts.ts';
import * as styles from './Gem.module.css';
import { gemPaths } from './gemPaths.ts';

interface GemProps {
  readonly level: GemLevel;
  /** The certificate's; each has a stone of its own. */
  readonly serial: number;
  /** 40, 64 and 148 px; 48 without it. */
  readonly size?: 'small' | 'stone' | 'large';
}

/** The stone of a certificate, for the eye alone: its name stands alongside it. */
export function Gem({ level, serial, size }: GemProps) {
  return (
    <svg className={styles.gem} data-size={size} viewBox="0 0 96 96" aria-hidden="true">
      {gemPaths(level, serial).map(({ colour, d }) => (
        <path key={colour} fill={colour} stroke={colour} d={d} />
      ))}
    </svg>
  );
}
