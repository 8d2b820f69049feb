import { codePattern, type ErrorCode, type Output, verifiedCharacters } from '@trellis/api-contract';
import { Button, Card, Hint, Panel } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { ActionCode } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { GroupedAddress } from './GroupedAddress.tsx';

const fields = ['characters', 'code'] as const;
type Field = (typeof fields)[number];
const fieldOfCode: Readonly<Partial<Record<ErrorCode, Field>>> = {
  'deposit.characters_differ': 'characters',
  'twofactor.incorrect': 'code',
  'code.incorrect': 'code',
  'code.invalid_or_expired': 'code',
};

interface VerifyAddressProps {
  readonly address: Output<'getDepositAddress'>;
  readonly onVerified: () => void;
}

/**
 * An address that may not be used yet: the member reads it, types its end back and proves who they are. What swapped it
 * on the way, or in our own tables, does not get past this.
 */
export function VerifyAddress({ address: { chain, standard, address }, onVerified }: VerifyAddressProps) {
  const { t } = useTranslation('wallet');
  const { data: security } = walletApi.useGetSecurityQuery({});
  const [verify, { isLoading }] = walletApi.useVerifyDepositAddressMutation();
  const form = useForm(fields, fieldOfCode);
  const factor = security?.actions.depositAddress.factor ?? 'none';

  const submit = async (given?: string) => {
    const typed = form.value('characters').trim();
    const code = given ?? form.value('code');
    const isCode = factor === 'none' || given !== undefined || codePattern.test(code);
    const isSame = typed.toLowerCase() === address.slice(-verifiedCharacters).toLowerCase();
    const ready = form.check({
      characters: !isSame && (typed === '' ? 'field.required' : 'deposit.characters_differ'),
      code: !isCode && (code === '' ? 'field.required' : 'code.incorrect'),
    });
    if (!ready || isLoading) return;
    const { error } = await verify({ chain, characters: typed, ...(factor !== 'none' && { code }) });
    if (error) form.refuse(error);
    else onVerified();
  };
  /** What is typed anew is not wrong yet. */
  const input = (field: Field) => ({
    ...form.input(field),
    onChange: (value: string) => {
      form.set(field, value);
      form.show();
    },
  });
  return (
    <Card title={t('topup.verify')}>
      <Hint>{t('topup.verifyFirst')}</Hint>
      <Panel>
        <Hint>{t('topup.addressTitle', { standard })}</Hint>
        <GroupedAddress address={address} />
      </Panel>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <TextInput
          label={t('topup.lastCharacters')}
          hint={t('topup.lastCharactersHint')}
          maxLength={verifiedCharacters}
          {...input('characters')}
        />
        <ActionCode
          action="depositAddress"
          {...input('code')}
          busy={isLoading}
          onProof={(proof) => void submit(proof)}
        />
        <Button type="submit" busy={isLoading}>
          {t('topup.verify')}
        </Button>
      </Form>
    </Card>
  );
}
