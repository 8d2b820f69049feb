import * as styles from './Withdrawals.module.css';

/** The whole address in groups of four, as people compare. */
export function AddressGroups({ address }: { address: string }) {
  const groups = address.match(/.{1,4}/g) ?? [];
  return (
    <span className={styles.address} translate="no">
      {groups.map((group, index) => (
        // The same group may stand in it twice, and none ever moves.
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
