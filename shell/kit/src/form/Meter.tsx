import type { Tone } from '../icon/Icon.tsx';
import * as styles from './Meter.module.css';

/** A bar that is filled so far; for the eye alone, the text alongside it says the same. */
export function Meter({ share, tone }: { share: number; tone?: Tone }) {
  return <span className={styles.meter} data-tone={tone} style={{ '--value': share }} aria-hidden="true" />;
}
