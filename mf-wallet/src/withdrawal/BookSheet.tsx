import type { PayoutChain } from '@trellis/api-contract';
import { Button, Empty, Hint, LinkButton, Sheet, SkeletonRows, Stack, useDates } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AddressGroups } from './AddressGroups.tsx';

interface BookSheetProps {
  readonly chain: PayoutChain;
  readonly onChoose: (address: string) => void;
  readonly onClose: () => void;
}

/** The entries of the address book for one chain. */
export function BookSheet({ chain, onChoose, onClose }: BookSheetProps) {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const addresses = walletApi.useListAddressesQuery({});
  return (
    <Sheet title={t('withdrawal.book')} onClose={onClose}>
      <Loaded query={addresses} waiting={<SkeletonRows />}>
        {(data) => {
          const entries = data.addresses.filter((entry) => entry.chain === chain);
          if (entries.length === 0) return <Empty art="empty" text={t('withdrawal.bookEmpty')} />;
          return entries.map((entry) => {
            const { held } = entry;
            return (
              <Stack key={entry.id}>
                <Button kind="quiet" disabled={held} onClick={() => onChoose(entry.address)}>
                  <span translate="no">{entry.label}</span>
                </Button>
                <AddressGroups address={entry.address} />
                {held && <Hint>{t('withdrawal.held', { until: dateTime(entry.usableFrom) })}</Hint>}
              </Stack>
            );
          });
        }}
      </Loaded>
      <LinkButton kind="quiet" size="small" to="/account/addresses">
        {t('withdrawal.manageBook')}
      </LinkButton>
    </Sheet>
  );
}
