import type { PayoutAsset, PayoutChain } from '@trellis/api-contract';
import { Button, Icon, Notice, useDates } from '@trellis/kit';
import { ChipGroup, InputButton, TextInput } from '@trellis/kit/form';
import { LoadFailure } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { bookIcon } from '../icons.ts';
import { scanIcon } from '../laterIcons.ts';
import { BookSheet } from './BookSheet.tsx';
import { KeepAddress } from './KeepAddress.tsx';
import { LookAlike } from './LookAlike.tsx';
import { Scan } from './Scan.tsx';
import type { useDestination } from './useDestination.ts';
import { networkText, placeholderText } from './withdrawalTexts.ts';

interface AddressFieldProps {
  /** Where it is not the receiving address alone. */
  readonly label?: string;
  readonly asset: PayoutAsset;
  readonly chains: readonly PayoutChain[];
  readonly destination: ReturnType<typeof useDestination>;
}

/** As many fit under one another above the field on a phone; the book itself has the others. */
const offeredMost = 4;

/** The receiving address: one of the book by one tap, or typed, or pasted; a new one is added there, and has to wait. */
export function AddressField({ label, asset, chains, destination }: AddressFieldProps) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const { known, checking } = destination;
  const { data: book } = walletApi.useListAddressesQuery({});
  /** Says how long a new address waits; nothing while that is not known, rather than a wrong time. */
  const waiting = (key: string) => (book ? t(key, { count: book.waitHours }) : undefined);
  const offered = (book?.addresses ?? [])
    .filter(({ chain, held }) => chains.includes(chain) && !held)
    .slice(0, offeredMost);
  const isFirst = destination.address === '' && book?.addresses.every((entry) => !chains.includes(entry.chain));
  const hint = isFirst
    ? waiting('withdrawal.bookFirst')
    : checking && destination.address.length > 10 && t('withdrawal.checking');
  return (
    <>
      {offered.length > 0 && (
        <ChipGroup
          label={t('withdrawal.book')}
          value={known?.address ?? destination.address}
          onChange={destination.change}
          options={offered.map((entry) => ({
            value: entry.address,
            label: entry.label,
            detail: `${chains.length > 1 ? `${t(networkText[entry.chain])} ` : ''}…${entry.address.slice(-6)}`,
          }))}
        />
      )}
      <TextInput
        label={label ?? t('withdrawal.address')}
        value={destination.text}
        onChange={destination.change}
        onBlur={destination.leave}
        error={destination.error}
        aside={known?.book && <span translate="no">{known.book.label}</span>}
        good={known?.book?.held === false ? true : undefined}
        whole
        maxLength={100}
        placeholder={t(placeholderText[asset])}
        hint={!known?.book && hint}
        end={
          <>
            {hasCamera() && (
              <InputButton label={t('withdrawal.scan')} onClick={() => destination.open('scan')}>
                <Icon of={scanIcon} />
              </InputButton>
            )}
            <InputButton label={t('withdrawal.book')} onClick={() => destination.open('book')}>
              <Icon of={bookIcon} />
            </InputButton>
          </>
        }
      />
      {destination.failure && <LoadFailure failure={destination.failure} onRetry={destination.lookAgain} />}
      {known?.looksLike && <LookAlike address={known.address} twin={known.looksLike} />}
      {known?.book?.held && (
        <Notice tone="primary" icon="check" title={t('withdrawal.held', { until: dateTime(known.book.usableFrom) })}>
          {waiting('withdrawal.heldAddress')}
        </Notice>
      )}
      {known && !known.book && (
        <Notice
          tone="warning"
          title={t('withdrawal.newAddress')}
          action={
            <Button kind="quiet" size="small" onClick={() => destination.open('keep')}>
              {t('withdrawal.keep')}
            </Button>
          }
        >
          {waiting('withdrawal.newAddressText')}
        </Notice>
      )}
    </>
  );
}

/** Browsers give a camera to secure pages alone. */
const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** The sheets of the field. Alongside the form that it stands in, not inside: they have forms of their own. */
export function AddressSheets({ chains, destination }: Pick<AddressFieldProps, 'chains' | 'destination'>) {
  const { sheet, close } = destination;
  if (sheet === 'book')
    return (
      <BookSheet
        chains={chains}
        onClose={close}
        onKeep={destination.known && !destination.known.book ? () => destination.open('keep') : undefined}
        onChoose={(address) => {
          destination.change(address);
          close();
        }}
      />
    );
  if (sheet === 'scan')
    return (
      <Scan
        onClose={close}
        onAddress={(address) => {
          destination.change(address);
          close();
        }}
      />
    );
  if (sheet === undefined || !destination.known) return null;
  return (
    <KeepAddress
      chain={destination.chain}
      address={destination.known.address}
      onClose={close}
      onKept={() => {
        destination.lookAgain();
        close();
      }}
    />
  );
}
