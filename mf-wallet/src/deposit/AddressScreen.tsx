import { type DepositChain, type Money, minorOf } from '@trellis/api-contract';
import { Button, Centred, Coin, Hero, moneyText, Notice, Screen, SkeletonCard, TextLink, Tips } from '@trellis/kit';
import { Done, parseAmountInput } from '@trellis/kit/form';
import { Loaded } from '@trellis/shell-sdk';
import { useDraft } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AddressCard } from './AddressCard.tsx';
import * as styles from './AddressScreen.module.css';
import { Confirming } from './Confirming.tsx';
import { DepositList } from './DepositList.tsx';
import { type Network, noteText, shortNetworkText } from './networkTexts.ts';
import { useArrivals } from './useArrivals.ts';
import { useNeededDeposit } from './useNeededDeposit.ts';
import { VerifyAddress } from './VerifyAddress.tsx';

/** How much has to be sent, if an amount was named, and on which network. */
function SendHere({ needed, chain }: { needed: Money | undefined; chain: DepositChain }) {
  const { t } = useTranslation('wallet');
  const network = (
    <strong className={styles.network}>
      <Coin unit="USDT" size="small" />
      {t(shortNetworkText[chain])}
    </strong>
  );
  if (!needed) return <Centred>{network}</Centred>;
  return (
    <Hero centred size="lead" label={t('topup.needed')} money={needed}>
      {network}
    </Hero>
  );
}

/**
 * The member's address on one network: first to be verified, then to be used; and what arrives while they look. When the
 * money is there, the address gives way: the way to the next one begins again.
 */
export function AddressScreen({ network, onBack }: { network: Network; onBack: () => void }) {
  const { t } = useTranslation('wallet');
  const { chain } = network;
  const address = walletApi.useGetDepositAddressQuery({ chain });
  const { confirming, credited } = useArrivals(chain);
  const [amount, setAmount] = useDraft('topup.amount');
  const reading = parseAmountInput(amount, 'USD');
  const { needed } = useNeededDeposit(reading.kind === 'ok' ? reading.money : undefined);
  const isEnough = needed !== undefined && minorOf(needed.needed) >= minorOf(needed.minimum);
  const leave = () => {
    // What was ordered has come: the next one begins again.
    if (credited) setAmount('');
    onBack();
  };
  return (
    <Screen
      title={t('topup.title')}
      back="/wallet"
      action={<TextLink to="/wallet/records">{t('record.title')}</TextLink>}
      dock={credited && <Button onClick={leave}>{t('topup.continue')}</Button>}
      below={<DepositList />}
    >
      {credited?.credited && (
        <Done title={t('topup.stateCredited')} money={credited.credited} text={t('topup.inBalance')} />
      )}
      {network.state === 'paused' && (
        <Notice tone="warning" title={t('topup.paused')}>
          {t('topup.pausedText')}
        </Notice>
      )}
      {!credited && (
        <Loaded query={address} waiting={<SkeletonCard hero />}>
          {(data) =>
            data.verified ? (
              <>
                <SendHere needed={isEnough ? needed.needed : undefined} chain={chain} />
                <AddressCard address={data} />
              </>
            ) : (
              <VerifyAddress address={data} onVerified={() => void address.refetch()} />
            )
          }
        </Loaded>
      )}
      <Confirming deposits={confirming} />
      {!credited && (
        <>
          <Tips
            items={[
              t(noteText[chain]),
              t('topup.noteOther'),
              t('topup.minimum', { minimum: moneyText(network.minimum) }),
              t('topup.tip'),
            ]}
          />
          <TextLink onClick={leave}>{t('topup.other')}</TextLink>
        </>
      )}
    </Screen>
  );
}
