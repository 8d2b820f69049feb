import type { Output } from '@trellis/api-contract';
import { Button, Buttons, Card, QrPicture, useCopy } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { copyIcon, shareIcon } from '../laterIcons.ts';
import { GroupedAddress } from './GroupedAddress.tsx';

/** An address that may be used: as a picture, in groups to compare, to copy, and to hand to another app. */
export function AddressCard({ address: { address, standard, qr } }: { address: Output<'getDepositAddress'> }) {
  const { t } = useTranslation('wallet');
  const copy = useCopy();
  return (
    <Card label={t('topup.addressTitle', { standard })}>
      {qr !== null && <QrPicture marked svg={qr} alt={t('topup.qr', { standard })} />}
      <GroupedAddress address={address} />
      <Buttons>
        <Button icon={copyIcon} onClick={() => void copy(address, t('topup.copied'))}>
          {t('topup.copy')}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button icon={shareIcon} kind="quiet" onClick={() => void share(address)}>
            {t('topup.share')}
          </Button>
        )}
      </Buttons>
    </Card>
  );
}

/** The address alone: what is pasted into another wallet must be nothing else. */
async function share(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch {
    // Closed without sharing: nothing to say.
  }
}
