/** An address in groups of four, as people compare; copied by hand it is still one word. */
export function GroupedAddress({ address }: { address: string }) {
  const groups = [...address.matchAll(/.{1,4}/g)];
  return (
    <p className="deposit-address" translate="no">
      {groups.map(({ index, 0: group }) => (
        <span key={index}>{group}</span>
      ))}
    </p>
  );
}
