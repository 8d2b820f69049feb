import { Notice } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { AddressGroups } from './AddressGroups.tsx';
import type { Destination } from './useDestination.ts';

interface LookAlikeProps {
  readonly address: string;
  readonly twin: NonNullable<Destination['looksLike']>;
}

/** Somebody may have made this address so that it is taken for another: both, whole, one above the other. */
export function LookAlike({ address, twin }: LookAlikeProps) {
  const { t } = useTranslation('wallet');
  return (
    <Notice tone="negative" urgent title={t('withdrawal.lookAlike')}>
      {t('withdrawal.lookAlikeText')}
      <br />
      {t('withdrawal.thisAddress')}
      <AddressGroups address={address} />
      {twin.label === null ? t('withdrawal.usedAddress') : t('withdrawal.keptAddress', { label: twin.label })}
      <AddressGroups address={twin.address} />
    </Notice>
  );
}
