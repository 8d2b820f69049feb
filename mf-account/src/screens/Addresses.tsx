import type { Output } from '@trellis/api-contract';
import {
  Button,
  Card,
  Chip,
  Code,
  Empty,
  Hint,
  LinkButton,
  Notice,
  Row,
  Rows,
  Screen,
  Select,
  Sheet,
  SkeletonCard,
  TextLink,
  useDates,
  useToast,
} from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { Loaded, useErrorText, useForm, useSession } from '@trellis/shell-sdk';
import { ActionCode } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { bookIcon } from '../icons.ts';

type Entry = Output<'addAddress'>;
type Chain = Entry['chain'];
const chains = ['BSC', 'TRON', 'BTC'] as const satisfies readonly Chain[];

const chainText = {
  BSC: 'addresses.chainBSC',
  TRON: 'addresses.chainTRON',
  BTC: 'addresses.chainBTC',
} as const satisfies Record<Chain, string>;

/** `/account/addresses`: where withdrawals may go. */
export function Component() {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const { member } = useSession();
  const addresses = accountApi.useListAddressesQuery({});
  const security = accountApi.useGetSecurityQuery({});
  const [adding, setAdding] = useState(false);
  const demand = security.data?.actions.address;
  const mayAdd = demand && !demand.bindFirst && demand.lockedUntil === null && !member?.suspended;
  return (
    <Screen
      title={t('addresses.title')}
      back="/account"
      dock={mayAdd && <Button onClick={() => setAdding(true)}>{t('addresses.add')}</Button>}
    >
      <Hint>{t('addresses.text')}</Hint>
      {demand?.bindFirst && (
        <Notice
          tone="warning"
          action={
            <LinkButton size="small" to="/account/googleAuth?next=%2Faccount%2Faddresses">
              {t('email.bind')}
            </LinkButton>
          }
        >
          {errorText('twofactor.required')}
        </Notice>
      )}
      <Loaded query={addresses} waiting={<SkeletonCard />}>
        {(data) =>
          data.addresses.length === 0 ? (
            <Card>
              <Empty icon={bookIcon} text={t('addresses.none')} />
            </Card>
          ) : (
            <Rows label={t('addresses.title')}>
              {data.addresses.map((entry) => (
                <AddressRow key={entry.id} entry={entry} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {adding && <AddAddress asksCode={demand?.factor === 'google'} onClose={() => setAdding(false)} />}
    </Screen>
  );
}

function AddressRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const toast = useToast();
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const [remove, { isLoading }] = accountApi.useRemoveAddressMutation();
  const finish = async () => {
    const { error } = await remove({ id: entry.id });
    if (error) toast(errorText(error));
    else setAsking(false);
  };
  return (
    <>
      <Row
        icon={bookIcon}
        title={
          <>
            <span translate="no">{entry.label}</span> <Chip tone="neutral">{entry.chain}</Chip>
          </>
        }
        detail={
          <>
            <Code>{grouped(entry.address)}</Code>
            {entry.held && (
              <>
                <br />
                {t('addresses.held', { time: dateTime(entry.usableFrom) })}
              </>
            )}
          </>
        }
        end={<TextLink onClick={() => setAsking(true)}>{t('addresses.remove')}</TextLink>}
      />
      {asking && (
        <Sheet title={t('addresses.removeTitle', { label: entry.label })} onClose={() => setAsking(false)}>
          <Hint>{t('addresses.removeText')}</Hint>
          <Button kind="danger" busy={isLoading} onClick={() => void finish()}>
            {t('addresses.remove')}
          </Button>
        </Sheet>
      )}
    </>
  );
}

function AddAddress({ asksCode, onClose }: { asksCode: boolean; onClose: () => void }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [chain, setChain] = useState<Chain>('BSC');
  const form = useForm(['address', 'label', 'code'], {
    'withdrawal.address_invalid': 'address',
    'withdrawal.tron_address_invalid': 'address',
    'withdrawal.btc_address_invalid': 'address',
    'withdrawal.address_known': 'address',
    'twofactor.incorrect': 'code',
  });
  const [add, { isLoading }] = accountApi.useAddAddressMutation();
  const submit = async (proof?: string) => {
    const [address, label] = [form.value('address').trim(), form.value('label').trim()];
    const code = proof ?? form.value('code');
    // Some twenty kilobytes of arithmetic, needed only by who adds an address.
    const { checkAddress } = await import(/* webpackChunkName: "addressCheck" */ '@trellis/api-contract/addresses');
    const ready = form.check({
      address: !checkAddress(chain, address).valid && (address === '' ? 'field.required' : invalid[chain]),
      label: label === '' && 'field.required',
      code: asksCode && code === '' && 'field.required',
    });
    if (!ready || isLoading) return;
    const { error } = await add({ chain, address, label, ...(asksCode && { code }) });
    if (error) {
      form.refuse(error);
      return;
    }
    toast(t('security.done'));
    onClose();
  };
  return (
    <Sheet title={t('addresses.add')} dismissible={!isLoading} onClose={onClose}>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <Select
          label={t('addresses.chain')}
          value={chain}
          onChange={setChain}
          options={chains.map((value) => ({ value, label: t(chainText[value]) }))}
        />
        <TextInput label={t('addresses.address')} maxLength={100} {...form.input('address')} />
        <TextInput label={t('addresses.label')} maxLength={30} {...form.input('label')} />
        <ActionCode action="address" busy={isLoading} onProof={(code) => void submit(code)} {...form.input('code')} />
        <Hint>{t('addresses.hold')}</Hint>
        <Button type="submit" busy={isLoading}>
          {t('addresses.add')}
        </Button>
      </Form>
    </Sheet>
  );
}

const invalid = {
  BSC: 'withdrawal.address_invalid',
  TRON: 'withdrawal.tron_address_invalid',
  BTC: 'withdrawal.btc_address_invalid',
} as const satisfies Record<Chain, string>;

/** In groups of four, as people compare. */
const grouped = (address: string): string => (address.match(/.{1,4}/g) ?? []).join(' ');
