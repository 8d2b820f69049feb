import { referenceText } from '@trellis/api-contract';
import { TextLink } from '@trellis/kit';

/** The way to a record, by what a person reads out of it. */
export function RecordLink({ reference }: { reference: string }) {
  return (
    <TextLink to={`/wallet/records/${reference}`}>
      <span translate="no">{referenceText(reference)}</span>
    </TextLink>
  );
}
