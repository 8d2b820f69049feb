import { type DepositChain, minorOf } from '@trellis/api-contract';
import { Button, Hint, moneyText, Notice, Screen, Tips } from '@trellis/kit';
import { AmountInput, ChipGroup, Form } from '@trellis/kit/form';
import { type CallError, useErrorText } from '@trellis/shell-sdk';
import { useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { Answers } from '../help/Answers.tsx';
import { DepositList } from './DepositList.tsx';
import { NeededDeposit } from './NeededDeposit.tsx';
import { type Network, networkText, noteText, shortNetworkText } from './networkTexts.ts';
import { useNeededDeposit } from './useNeededDeposit.ts';

interface StartScreenProps {
  readonly networks: readonly Network[];
  /** So much is missing where the member comes from. */
  readonly wanted: string | undefined;
  /** There is an address on this network. */
  readonly onAddress: (chain: DepositChain) => void;
}

/** The first step: how much, on which network, and what has to be sent for it. */
export function StartScreen({ networks, wanted, onAddress }: StartScreenProps) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const form = useId();
  const [create, { isLoading }] = walletApi.useCreateDepositAddressMutation();
  const [chosen, choose] = useDraft('topup.network');
  const [text, setText] = useDraft('topup.amount');
  const amount = useAmountIssue(text, 'USD');
  useEffect(() => {
    if (wanted !== undefined) setText(wanted);
  }, [wanted]);
  const [isChosen, setChosen] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [failure, setFailure] = useState<CallError>();
  const [issues, setIssues] = useState({});
  const usable = networks.filter(({ state }) => state !== 'off');
  const network = usable.find(({ chain }) => chain === chosen) ?? usable[0];
  const { reading } = amount;
  const { needed, error, waiting } = useNeededDeposit(reading.kind === 'ok' ? reading.money : undefined);
  // An amount helps to know how much to send; the address is the same for any.
  const isTooLittle = needed !== undefined && minorOf(needed.needed) < minorOf(needed.minimum);
  const wrong =
    reading.kind === 'empty'
      ? undefined
      : isTooLittle
        ? errorText({ path: 'amount', code: 'money.below_minimum', params: { minimum: moneyText(needed.minimum) } })
        : amount.issue;

  const go = async () => {
    setIssues({});
    setFailure(undefined);
    setChosen(true);
    // Whether it is enough is not known yet: the press waits for it.
    setPressed(waiting);
    if (wrong !== undefined || network === undefined || isLoading || waiting) return;
    const { chain } = network;
    const answer = network.address === 'none' ? await create({ chain }) : undefined;
    if (answer?.error) setFailure(answer.error);
    else onAddress(chain);
  };
  useEffect(() => {
    if (pressed && !waiting) void go();
  }, [pressed, waiting]);
  const dock = network && (
    <Button type="submit" form={form} busy={isLoading || pressed}>
      {network.address === 'none' ? t('topup.generate') : t('topup.show')}
    </Button>
  );
  return (
    <Screen
      title={t('topup.title')}
      back="/wallet"
      dock={dock}
      below={
        <>
          <Tips items={[...usable.map(({ chain }) => t(noteText[chain])), t('topup.noteOther'), t('topup.tip')]} />
          <Answers to={['network', 'arrival', 'tooLittle']} />
          <DepositList />
        </>
      }
    >
      {network === undefined && (
        <Notice tone="warning" title={t('topup.off')}>
          {t('topup.offText')}
        </Notice>
      )}
      {network !== undefined && (
        <Form id={form} issues={issues} onSubmit={() => void go()}>
          {failure && (
            <Notice tone="negative" urgent>
              {errorText(failure)}
            </Notice>
          )}
          <AmountInput
            look="hero"
            label={t('topup.amount')}
            unit="USD"
            value={text}
            onChange={setText}
            error={isChosen ? wrong : undefined}
            hint={t('topup.minimum', { minimum: moneyText(network.minimum) })}
          />
          <ChipGroup
            label={t('topup.network')}
            value={network.chain}
            onChange={choose}
            options={usable.map(({ chain }) => ({ value: chain, label: t(shortNetworkText[chain]) }))}
          />
          <Hint>{t(networkText[network.chain], { confirmations: network.confirmations })}</Hint>
          {network.state === 'paused' && (
            <Notice tone="warning" title={t('topup.paused')}>
              {t('topup.pausedText')}
            </Notice>
          )}
          {needed && <NeededDeposit needed={needed} />}
          {error && <Notice tone="warning">{errorText(error)}</Notice>}
        </Form>
      )}
    </Screen>
  );
}
