import { Button, Chip, Notice, Pane, Screen, SkeletonCard } from '@trellis/kit';
import { Done, parseAmountInput } from '@trellis/kit/form';
import { Loaded } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AddressCard } from './AddressCard.tsx';
import { Confirming } from './Confirming.tsx';
import { DepositList } from './DepositList.tsx';
import { type Network, noteText } from './networkTexts.ts';
import { useNeededDeposit } from './useNeededDeposit.ts';
import { useNews } from './useNews.ts';
import { VerifyAddress } from './VerifyAddress.tsx';

/**
 * The member's address on one network: first to be verified, then to be used; and what arrives while they look. When the
 * money is there, the address steps aside: the way to the next one begins anew.
 */
export function AddressScreen({ network, onBack }: { network: Network; onBack: () => void }) {
  const { t } = useTranslation('wallet');
  const { chain } = network;
  const address = walletApi.useGetDepositAddressQuery({ chain });
  const { confirming, credited } = useNews(chain);
  const [amount, setAmount] = useDraft('topup.amount');
  const reading = parseAmountInput(amount, 'USD');
  const { needed } = useNeededDeposit(reading.kind === 'ok' ? reading.money : undefined);
  const leave = () => {
    // What was ordered has come: the next one begins anew.
    if (credited) setAmount('');
    onBack();
  };
  return (
    <Screen
      title={t('topup.title')}
      back="/wallet"
      action={<Chip tone="primary">{network.standard}</Chip>}
      dock={
        <Button kind={credited ? undefined : 'quiet'} onClick={leave}>
          {credited ? t('topup.continue') : t('topup.other')}
        </Button>
      }
      layout="panes"
    >
      <Pane>
        {credited?.credited && (
          <Done title={t('topup.stateCredited')} money={credited.credited} text={t('topup.inBalance')} />
        )}
        <Confirming deposits={confirming} />
        {network.state === 'paused' && (
          <Notice tone="warning" title={t('topup.paused')}>
            {t('topup.pausedText')}
          </Notice>
        )}
        {!credited && (
          <>
            <Loaded query={address} waiting={<SkeletonCard hero />}>
              {(data) =>
                data.verified ? (
                  <AddressCard address={data} needed={needed?.needed} />
                ) : (
                  <VerifyAddress address={data} onVerified={() => void address.refetch()} />
                )
              }
            </Loaded>
            <Notice tone="warning" title={t(noteText[chain])}>
              {t('topup.noteOther')} {t('topup.tip')}
            </Notice>
          </>
        )}
      </Pane>
      <Pane>
        <DepositList />
      </Pane>
    </Screen>
  );
}
