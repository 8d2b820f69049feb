import * as styles from './GroupedAddress.module.css';

/** An address in groups of four, as people compare; copied by hand it is still one word. */
export function GroupedAddress({ address }: { address: string }) {
  const groups = [...address.matchAll(/.{1,4}/g)];
  return (
    <p data-testid="deposit-address" className={styles.address} translate="no">
      {groups.map(({ index, 0: group }) => (
        <span key={index}>{group}</span>
      ))}
    </p>
  );
}
