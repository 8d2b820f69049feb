import { codePattern } from '@trellis/api-contract';
import { Button, Card, Code, ExternalLink, Hint, Panel, QrPicture, TextLink, useCopy } from '@trellis/kit';
import { CodeInput, Form } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import type { StartedBinding } from './GoogleStart.tsx';

interface GoogleScanProps {
  readonly binding: StartedBinding;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
}

/** Second step: the secret goes to the phone, as a picture, a link or text, and a code comes back. */
export function GoogleScan({ binding: { secret, otpauthUri, qr, authenticator }, onConfirmed }: GoogleScanProps) {
  const { t } = useTranslation('account');
  const copy = useCopy();
  const form = useForm(['code'], { 'twofactor.incorrect': 'code', 'code.invalid_or_expired': 'code' }, (value) => ({
    code: !codePattern.test(value('code')) && (value('code') === '' ? 'field.required' : 'twofactor.incorrect'),
  }));
  const [confirm, { isLoading }] = accountApi.useConfirmGoogleBindingMutation();
  const submit = async () => {
    if (!form.check() || isLoading) return;
    const { data, error } = await confirm({ code: form.value('code') });
    if (error) form.refuse(error);
    else onConfirmed(data.recoveryCodes);
  };
  return (
    <Card title={t('google.scanTitle')}>
      <Hint>{t('google.scanText')}</Hint>
      <QrPicture svg={qr} alt={t('google.qr')} />
      <Panel>
        <Code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</Code>
        <TextLink onClick={() => void copy(secret, t('google.copied'))}>{t('google.copySecret')}</TextLink>
        <ExternalLink href={otpauthUri}>{t('google.openApp')}</ExternalLink>
        {authenticator !== undefined && (
          <ExternalLink href={authenticator} apart>
            {t('google.development')}
          </ExternalLink>
        )}
      </Panel>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <CodeInput label={t('google.code')} hint={t('google.codeHint')} {...form.input('code')} />
        <Button type="submit" busy={isLoading}>
          {t('google.confirm')}
        </Button>
      </Form>
    </Card>
  );
}
