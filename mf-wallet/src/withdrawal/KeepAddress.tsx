import type { PayoutChain } from '@trellis/api-contract';
import { Button, Hint, LinkButton, Sheet, useToast } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { ActionCode } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { AddressGroups } from './AddressGroups.tsx';

interface KeepAddressProps {
  readonly chain: PayoutChain;
  readonly address: string;
  readonly onKept: () => void;
  readonly onClose: () => void;
}

/** Adds the address to the book, under a name and with a code. It can be used after a wait. */
export function KeepAddress({ chain, address, onKept, onClose }: KeepAddressProps) {
  const { t } = useTranslation('wallet');
  const { pathname, search } = useLocation();
  const toast = useToast();
  const { data } = walletApi.useListAddressesQuery({});
  const form = useForm(['label', 'code'], { 'twofactor.incorrect': 'code' }, (value) => ({
    label: value('label').trim() === '' && 'field.required',
  }));
  const [add, { isLoading }] = walletApi.useAddAddressMutation();
  const submit = async (proof?: string): Promise<void> => {
    const label = form.value('label').trim();
    if (isLoading || !form.check()) return;
    const given = proof ?? form.value('code');
    const { error } = await add({ chain, address, label, ...(given !== '' && { code: given }) });
    if (error) {
      form.refuse(error);
      return;
    }
    toast(t('withdrawal.kept'));
    onKept();
  };
  return (
    <Sheet title={t('withdrawal.keep')} dismissible={!isLoading} onClose={onClose}>
      <AddressGroups address={address} />
      <Form
        {...form.attributes}
        errorAction={
          <LinkButton size="small" to={`/account/googleAuth?next=${encodeURIComponent(pathname + search)}`}>
            {t('withdrawal.security')}
          </LinkButton>
        }
        onSubmit={() => void submit()}
      >
        <TextInput label={t('withdrawal.label')} maxLength={30} {...form.input('label')} />
        <ActionCode action="address" {...form.input('code')} busy={isLoading} onProof={(proof) => void submit(proof)} />
        {data && <Hint>{t('withdrawal.keepText', { count: data.waitHours })}</Hint>}
        <Button type="submit" busy={isLoading}>
          {t('withdrawal.keep')}
        </Button>
      </Form>
    </Sheet>
  );
}
