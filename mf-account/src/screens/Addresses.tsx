import type { Output } from '@trellis/api-contract';
import {
  Button,
  Card,
  Chip,
  Code,
  Empty,
  Hint,
  Row,
  Rows,
  Select,
  Sheet,
  SkeletonCard,
  TextLink,
  useDates,
  useToast,
} from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import {
  Loaded,
  LoadFailure,
  lazyPart,
  type Part,
  SuspensionNotice,
  useErrorText,
  useForm,
  useSession,
} from '@trellis/shell-sdk';
import { ActionCode, ObstacleNotice, obstacleOf, useDraft } from '@trellis/shell-sdk/flow';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import { bookIcon } from '../icons.ts';
import { DoneScreen } from '../security/DoneScreen.tsx';
import { SecurityScreen } from '../security/SecurityScreen.tsx';

/** Some twenty kilobytes of arithmetic, needed only by who adds an address. */
const checker = lazyPart(
  'account',
  () => import(/* webpackChunkName: "addressCheck" */ '@trellis/api-contract/addresses'),
);

type Addresses = typeof import('@trellis/api-contract/addresses');
const fields = ['address', 'label', 'code'] as const;

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
  const { member } = useSession();
  const addresses = accountApi.useListAddressesQuery({});
  const security = accountApi.useGetSecurityQuery({});
  const [adding, setAdding] = useState(false);
  const demand = security.data?.actions.address;
  const [added, setAdded] = useState<Entry>();
  const { dateTime } = useDates();
  const waitHours = addresses.data?.waitHours;
  const obstacle = obstacleOf(demand);
  const mayAdd = demand && obstacle === undefined && !member?.suspended;
  if (added)
    return (
      <DoneScreen
        title={t('addresses.title')}
        text={t('addresses.held', { time: dateTime(added.usableFrom) })}
        onwards={t('addresses.all')}
        to={() => setAdded(undefined)}
      />
    );
  return (
    <SecurityScreen
      title={t('addresses.title')}
      dock={mayAdd && <Button onClick={() => setAdding(true)}>{t('addresses.add')}</Button>}
    >
      <SuspensionNotice />
      <Hint>{t('addresses.text')}</Hint>
      {member?.suspended !== true && <ObstacleNotice obstacle={obstacle} />}
      <Loaded query={addresses} waiting={<SkeletonCard />}>
        {(data) =>
          data.addresses.length === 0 ? (
            <Card>
              <Empty art="empty" text={t('addresses.none')} detail={t('addresses.noneText')} />
            </Card>
          ) : (
            <Rows label={t('addresses.title')}>
              {data.addresses.map((entry) => (
                <AddressRow key={entry.id} entry={entry} waitHours={data.waitHours} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {adding && (
        <AddAddress
          waitHours={waitHours}
          asksCode={demand?.factor === 'google'}
          onAdded={(entry) => {
            setAdding(false);
            setAdded(entry);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </SecurityScreen>
  );
}

function AddressRow({ entry, waitHours }: { entry: Entry; waitHours: number }) {
  const { t } = useTranslation('account');
  const { dateTime } = useDates();
  const toast = useToast();
  const errorText = useErrorText();
  const { member } = useSession();
  const [asking, setAsking] = useState(false);
  const [remove, { isLoading }] = accountApi.useRemoveAddressMutation();
  const finish = async () => {
    const { error } = await remove({ id: entry.id });
    if (error) toast(errorText(error), 'alert');
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
        end={!member?.suspended && <TextLink onClick={() => setAsking(true)}>{t('addresses.remove')}</TextLink>}
      />
      {asking && (
        <Sheet title={t('addresses.removeTitle', { label: entry.label })} onClose={() => setAsking(false)}>
          <Hint>{t('addresses.removeText', { count: waitHours })}</Hint>
          <Button kind="danger" busy={isLoading} onClick={() => void finish()}>
            {t('addresses.remove')}
          </Button>
        </Sheet>
      )}
    </>
  );
}

interface AddAddressProps {
  /** `undefined` while it is not known. */
  readonly waitHours: number | undefined;
  readonly asksCode: boolean;
  readonly onAdded: (entry: Entry) => void;
  readonly onClose: () => void;
}

function AddAddress({ waitHours, asksCode, onAdded, onClose }: AddAddressProps) {
  const { t } = useTranslation('account');
  const [chosen, choose] = useDraft('addresses.chain');
  const chain = chains.find((each) => each === chosen) ?? 'BSC';
  const [addressDraft, labelDraft] = [useDraft('addresses.address'), useDraft('addresses.label')];
  /** Here before the first submission checks anything. */
  const addresses = useRef<Addresses>(undefined);
  const form = useForm(
    fields,
    {
      'withdrawal.address_invalid': 'address',
      'withdrawal.tron_address_invalid': 'address',
      'withdrawal.btc_address_invalid': 'address',
      'withdrawal.address_known': 'address',
      'twofactor.incorrect': 'code',
    },
    (value) => {
      const address = value('address').trim();
      const isValid = addresses.current?.checkAddress(chain, address).valid;
      return {
        address: !isValid && (address === '' ? 'field.required' : invalid[chain]),
        label: value('label').trim() === '' && 'field.required',
        code: asksCode && value('code') === '' && 'field.required',
      };
    },
    undefined,
    { address: addressDraft, label: labelDraft },
  );
  const [add, { isLoading }] = accountApi.useAddAddressMutation();
  const [checking, setChecking] = useState(false);
  const [failure, setFailure] = useState<Part<unknown>['failure']>();
  const busy = isLoading || checking;
  const submit = async (proof?: string) => {
    if (busy) return;
    const [address, label] = [form.value('address').trim(), form.value('label').trim()];
    setChecking(true);
    const part = await checker();
    setChecking(false);
    setFailure(part.failure);
    if (part.failure) return;
    addresses.current = part.module;
    // A passkey's proof is sent at once, and stands in no field.
    if (!form.check(proof === undefined ? fields : ['address', 'label'])) return;
    const code = proof ?? form.value('code');
    const { data, error } = await add({ chain, address, label, ...(asksCode && { code }) });
    if (error) {
      form.refuse(error);
      return;
    }
    // The next one begins again.
    for (const change of [choose, addressDraft[1], labelDraft[1]]) change('');
    onAdded(data);
  };
  return (
    <Sheet title={t('addresses.add')} dismissible={!busy} onClose={onClose}>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <Select
          label={t('addresses.chain')}
          value={chain}
          onChange={choose}
          options={chains.map((value) => ({ value, label: t(chainText[value]) }))}
        />
        <TextInput
          label={t('addresses.address')}
          maxLength={100}
          {...form.input('address')}
          error={failure ? t('addresses.checkFailed') : form.error('address')}
        />
        {failure && <LoadFailure failure={failure} retrying={checking} onRetry={() => void submit()} />}
        <TextInput label={t('addresses.label')} maxLength={30} {...form.input('label')} />
        <ActionCode action="address" busy={busy} onProof={(code) => void submit(code)} {...form.input('code')} />
        {waitHours !== undefined && <Hint>{t('addresses.hold', { count: waitHours })}</Hint>}
        <Button type="submit" busy={busy}>
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
const grouped = (address: string): string => (address.match(/^0x|.{1,4}/g) ?? []).join(' ');
