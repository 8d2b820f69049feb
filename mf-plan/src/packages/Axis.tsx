import * as styles from './Axis.module.css';

/** The first and the last day below a ladder, and what stands between them. */
export function Axis({ from, each, to }: { from: string; each?: string; to: string }) {
  return (
    <p className={styles.axis}>
      <span>{from}</span>
      {each !== undefined && <span>{each}</span>}
      <span>{to}</span>
    </p>
  );
}
