import { Hint, Panel } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { AddressGroups } from './AddressGroups.tsx';
import { LookAlike } from './LookAlike.tsx';
import type { Destination } from './useDestination.ts';

/** The whole address once more, in groups: what is sent to another cannot be brought back. */
export function ConfirmedAddress({ label, destination }: { label?: string; destination: Destination }) {
  const { t } = useTranslation('wallet');
  const { address, book, looksLike } = destination;
  return (
    <>
      {looksLike && <LookAlike address={address} twin={looksLike} />}
      <Panel>
        <Hint>
          {label ?? t('withdrawal.address')}
          {': '}
          <strong translate="no">{book?.label}</strong>
        </Hint>
        <AddressGroups address={address} />
        <Hint>{t('withdrawal.compare')}</Hint>
      </Panel>
    </>
  );
}
