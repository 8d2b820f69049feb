import { codePattern, type ErrorCode, type Output, verifiedCharacters } from '@trellis/api-contract';
import { Button, Card, Hint, Panel } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { ActionCode } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { Answers } from '../help/Answers.tsx';
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
  const factor = security?.actions.depositAddress.factor ?? 'none';
  const form = useForm(fields, fieldOfCode, (value) => {
    const [typed, code] = [value('characters').trim(), value('code')];
    const isSame = typed.toLowerCase() === address.slice(-verifiedCharacters).toLowerCase();
    const isCode = factor === 'none' || codePattern.test(code);
    return {
      characters: !isSame && (typed === '' ? 'field.required' : 'deposit.characters_differ'),
      code: !isCode && (code === '' ? 'field.required' : 'code.incorrect'),
    };
  });

  const submit = async (given?: string) => {
    // A passkey's proof is sent at once, and stands in no field.
    if (!form.check(given === undefined ? fields : ['characters']) || isLoading) return;
    const [typed, code] = [form.value('characters').trim(), given ?? form.value('code')];
    const { error } = await verify({ chain, characters: typed, ...(factor !== 'none' && { code }) });
    if (error) form.refuse(error);
    else onVerified();
  };
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
          {...form.input('characters')}
        />
        <ActionCode
          action="depositAddress"
          {...form.input('code')}
          busy={isLoading}
          onProof={(proof) => void submit(proof)}
        />
        <Button type="submit" busy={isLoading}>
          {t('topup.verify')}
        </Button>
      </Form>
      <Answers to={['verifyAddress']} />
    </Card>
  );
}
