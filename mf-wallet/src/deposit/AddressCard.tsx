import type { Money, Output } from '@trellis/api-contract';
import { Button, Buttons, Card, Chip, Hero, QrPicture, useCopy } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { GroupedAddress } from './GroupedAddress.tsx';

interface AddressCardProps {
  readonly address: Output<'getDepositAddress'>;
  /** What has to be sent for what was ordered, if anything was. */
  readonly needed: Money | undefined;
}

/** An address that may be used: as a picture, in groups to compare, and to copy. */
export function AddressCard({ address: { address, standard, qr }, needed }: AddressCardProps) {
  const { t } = useTranslation('wallet');
  const copy = useCopy();
  return (
    <Card
      title={t('topup.addressTitle', { standard })}
      action={
        <Chip tone="positive" icon="check">
          {t('topup.verified')}
        </Chip>
      }
    >
      {needed && <Hero label={t('topup.needed')} money={needed} />}
      {qr !== null && <QrPicture svg={qr} alt={t('topup.qr', { standard })} />}
      <GroupedAddress address={address} />
      <Buttons>
        <Button size="small" onClick={() => void copy(address, t('topup.copied'))}>
          {t('topup.copy')}
        </Button>
      </Buttons>
    </Card>
  );
}
