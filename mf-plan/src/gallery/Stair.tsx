import * as styles from './Gallery.module.css';

/** How long a level is, as a line: one equal step for each loop. */
export function Stair({ loops }: { loops: number }) {
  const [tread, rise] = [5, 3.4];
  const width = loops * tread + 2;
  const height = loops * rise + 2;
  return (
    <svg className={styles.stair} viewBox={`0 0 ${width} ${height}`} style={{ '--loops': loops }} aria-hidden="true">
      <path d={`M1 ${height - 1}${`h${tread}v-${rise}`.repeat(loops)}`} />
    </svg>
  );
}
