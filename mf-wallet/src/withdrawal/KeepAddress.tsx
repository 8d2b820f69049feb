import type { PayoutChain } from '@trellis/api-contract';
import { Button, Hint, LinkButton, Notice, Sheet, useToast } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { type FormIssues, issuesOf, useErrorText } from '@trellis/shell-sdk';
import { ActionCode } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AddressGroups } from './AddressGroups.tsx';

interface KeepAddressProps {
  readonly chain: PayoutChain;
  readonly address: string;
  readonly onKept: () => void;
  readonly onClose: () => void;
}

type FieldName = 'label' | 'code';
const noIssues: FormIssues<FieldName> = { fields: {} };

/** Adds the address to the book, under a name and with a code. It can be used a day later. */
export function KeepAddress({ chain, address, onKept, onClose }: KeepAddressProps) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const toast = useToast();
  const [label, setLabel] = useState('');
  const [code, setCode] = useState('');
  const [issues, setIssues] = useState(noIssues);
  const [add, { isLoading }] = walletApi.useAddAddressMutation();
  const submit = async (proof?: string): Promise<void> => {
    if (isLoading) return;
    if (label.trim() === '') {
      setIssues({ fields: { label: 'field.required' } });
      return;
    }
    const given = proof ?? code;
    const { error } = await add({ chain, address, label: label.trim(), ...(given !== '' && { code: given }) });
    if (error) {
      setIssues(issuesOf(error, ['label', 'code'], { 'twofactor.incorrect': 'code' }));
      return;
    }
    toast(t('withdrawal.kept'));
    onKept();
  };
  const text = (issue: (typeof issues.fields)[FieldName]): string | undefined => issue && errorText(issue);
  return (
    <Sheet title={t('withdrawal.keep')} dismissible={!isLoading} onClose={onClose}>
      <AddressGroups address={address} />
      <Form issues={issues} onSubmit={() => void submit()}>
        {issues.form !== undefined && (
          <Notice
            tone="negative"
            urgent
            action={
              <LinkButton size="small" to="/account/googleAuth?next=%2Fwallet%2Fwithdrawal">
                {t('withdrawal.security')}
              </LinkButton>
            }
          >
            {errorText(issues.form)}
          </Notice>
        )}
        <TextInput
          label={t('withdrawal.label')}
          maxLength={30}
          value={label}
          onChange={setLabel}
          error={text(issues.fields.label)}
        />
        <ActionCode
          action="address"
          value={code}
          onChange={setCode}
          error={text(issues.fields.code)}
          busy={isLoading}
          onProof={(proof) => void submit(proof)}
        />
        <Hint>{t('withdrawal.keepText')}</Hint>
        <Button type="submit" busy={isLoading}>
          {t('withdrawal.keep')}
        </Button>
      </Form>
    </Sheet>
  );
}
