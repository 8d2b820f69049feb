import type { PayoutChain } from '@trellis/api-contract';
import { Button, Empty, Hint, LinkButton, Sheet, SkeletonRows, Stack, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AddressGroups } from './AddressGroups.tsx';
import { networkText } from './withdrawalTexts.ts';

interface BookSheetProps {
  readonly chains: readonly PayoutChain[];
  readonly onChoose: (address: string) => void;
  /** Adds the address that stands in the field; without it there is none to add. */
  readonly onKeep: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The entries of the address book that can be sent to; with their network, where it may be one of several. */
export function BookSheet({ chains, onChoose, onKeep, onClose }: BookSheetProps) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const addresses = walletApi.useListAddressesQuery({});
  return (
    <Sheet title={t('withdrawal.book')} onClose={onClose}>
      <Loaded query={addresses} waiting={<SkeletonRows />}>
        {(data) => {
          const entries = data.addresses.filter((entry) => chains.includes(entry.chain));
          if (entries.length === 0) return <Empty art="empty" text={t('withdrawal.bookEmpty')} />;
          return entries.map((entry) => {
            const { held } = entry;
            return (
              <Stack key={entry.id}>
                <Button kind="quiet" disabled={held} onClick={() => onChoose(entry.address)}>
                  <span translate="no">{entry.label}</span>
                </Button>
                {chains.length > 1 && <Hint>{t(networkText[entry.chain])}</Hint>}
                <AddressGroups address={entry.address} />
                {held && <Hint>{t('withdrawal.held', { until: dateTime(entry.usableFrom) })}</Hint>}
              </Stack>
            );
          });
        }}
      </Loaded>
      {onKeep && <Button onClick={onKeep}>{t('withdrawal.keep')}</Button>}
      <LinkButton kind="quiet" size="small" to="/account/addresses">
        {t('withdrawal.manageBook')}
      </LinkButton>
    </Sheet>
  );
}
