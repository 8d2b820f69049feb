import { normalizeRecoveryCode, recoveryCodePattern } from '@trellis/api-contract';
import { Button, Buttons, Card, Code, ExternalLink, Hint, Panel, TextLink, useCopy } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm, useSession } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { accountApi } from '../api.ts';
import * as styles from './GoogleRecovery.module.css';

interface GoogleRecoveryProps {
  readonly codes: readonly string[];
  readonly onBound: () => void;
}

/** Third step: ten recovery codes, shown once; one is typed back, which proves that they were noted down. */
export function GoogleRecovery({ codes, onBound }: GoogleRecoveryProps) {
  const { t } = useTranslation('account');
  const copy = useCopy();
  const { member } = useSession();
  const file = [t('google.recoveryTitle'), member?.username, '', ...codes, ''].join('\n');
  const form = useForm(['recoveryCode'], { 'twofactor.incorrect': 'recoveryCode' }, (value) => {
    const code = normalizeRecoveryCode(value('recoveryCode'));
    const fault = code.trim() === '' ? 'field.required' : 'twofactor.incorrect';
    return { recoveryCode: !recoveryCodePattern.test(code) && fault };
  });
  const [finish, { isLoading }] = accountApi.useFinishGoogleBindingMutation();
  const submit = async () => {
    if (!form.check() || isLoading) return;
    const { error } = await finish({ recoveryCode: normalizeRecoveryCode(form.value('recoveryCode')) });
    if (error) form.refuse(error);
    else onBound();
  };
  return (
    <Card title={t('google.recoveryTitle')}>
      <Hint>{t('google.recoveryText')}</Hint>
      <Panel>
        <ol className={styles.codes} data-printed aria-label={t('google.recoveryTitle')}>
          {codes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </ol>
        <Buttons>
          <TextLink onClick={() => void copy(codes.join('\n'), t('google.copied'))}>{t('google.copyCodes')}</TextLink>
          <ExternalLink
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="recovery-codes.txt"
          >
            {t('google.download')}
          </ExternalLink>
          <TextLink onClick={() => window.print()}>{t('google.print')}</TextLink>
        </Buttons>
      </Panel>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <TextInput
          label={t('google.typeBack')}
          hint={t('google.typeBackHint')}
          maxLength={40}
          {...form.input('recoveryCode')}
        />
        <Button type="submit" busy={isLoading}>
          {t('google.bind')}
        </Button>
      </Form>
    </Card>
  );
}
