import * as styles from './Gallery.module.css';

/** How long a level is, as a line: one equal step for each loop. */
export function Stair({ loops }: { loops: number }) {
  const [tread, rise] = [5, 3.4];
  // Room for the line's own breadth.
  const edge = 1.5;
  const width = loops * tread + 2 * edge;
  const height = (loops - 1) * rise + 2 * edge;
  return (
    <svg className={styles.stair} viewBox={`0 0 ${width} ${height}`} style={{ '--loops': loops }} aria-hidden="true">
      <path d={`M${edge} ${height - edge}h${tread}${`v-${rise}h${tread}`.repeat(loops - 1)}`} />
    </svg>
  );
}
