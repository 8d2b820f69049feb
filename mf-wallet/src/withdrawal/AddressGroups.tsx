import * as styles from './AddressGroups.module.css';

/** The whole address in groups of four; read letter by letter by who cannot see it. */
export function AddressGroups({ address }: { address: string }) {
  const groups = address.match(/.{1,4}/g) ?? [];
  return (
    <span className={styles.groups} translate="no">
      {groups.map((group, index) => (
        // The same group may stand in it twice, and none ever moves.
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
