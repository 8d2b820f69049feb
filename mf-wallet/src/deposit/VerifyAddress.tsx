import { codePattern, type ErrorCode, type Output, verifiedCharacters } from '@trellis/api-contract';
import { Button, Card, Hint, Notice, Panel } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { type FormIssues, issuesOf, useErrorText } from '@trellis/shell-sdk';
import { ActionCode } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { GroupedAddress } from './GroupedAddress.tsx';

const fields = ['characters', 'code'] as const;
type Field = (typeof fields)[number];
const noIssues: FormIssues<Field> = { fields: {} };
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
  const errorText = useErrorText();
  const { data: security } = walletApi.useGetSecurityQuery({});
  const [verify, { isLoading }] = walletApi.useVerifyDepositAddressMutation();
  const [characters, setCharacters] = useState('');
  const [code, setCode] = useState('');
  const [issues, setIssues] = useState<FormIssues<Field>>(noIssues);
  const factor = security?.actions.depositAddress.factor ?? 'none';

  const submit = async (proof = code) => {
    const typed = characters.trim();
    const isCode = factor === 'none' || proof !== code || codePattern.test(code);
    const wrong: Partial<Record<Field, ErrorCode>> = {
      ...(typed.toLowerCase() !== address.slice(-verifiedCharacters).toLowerCase() && {
        characters: typed === '' ? 'field.required' : 'deposit.characters_differ',
      }),
      ...(!isCode && { code: code === '' ? 'field.required' : 'code.incorrect' }),
    };
    setIssues({ fields: wrong });
    if (Object.keys(wrong).length > 0 || isLoading) return;
    const { error } = await verify({ chain, characters: typed, ...(factor !== 'none' && { code: proof }) });
    if (error) setIssues(issuesOf(error, fields, fieldOfCode));
    else onVerified();
  };
  const text = (field: Field): string | undefined => issues.fields[field] && errorText(issues.fields[field]);
  return (
    <Card title={t('topup.verify')}>
      <Hint>{t('topup.verifyFirst')}</Hint>
      <Panel>
        <Hint>{t('topup.addressTitle', { standard })}</Hint>
        <GroupedAddress address={address} />
      </Panel>
      <Form issues={issues} onSubmit={() => void submit()}>
        {issues.form && (
          <Notice tone="negative" urgent>
            {errorText(issues.form)}
          </Notice>
        )}
        <TextInput
          label={t('topup.lastCharacters')}
          hint={t('topup.lastCharactersHint')}
          maxLength={verifiedCharacters}
          value={characters}
          onChange={(value) => {
            setCharacters(value);
            setIssues(noIssues);
          }}
          error={text('characters')}
        />
        <ActionCode
          action="depositAddress"
          value={code}
          onChange={(value) => {
            setCode(value);
            setIssues(noIssues);
          }}
          error={text('code')}
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
