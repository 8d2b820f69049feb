import { normalizeRecoveryCode, recoveryCodePattern } from '@trellis/api-contract';
import { Button, Card, Code, Hint, Panel, TextLink, useCopy } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
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
  const form = useForm(['recoveryCode'], { 'twofactor.incorrect': 'recoveryCode' });
  const [finish, { isLoading }] = accountApi.useFinishGoogleBindingMutation();
  const submit = async () => {
    const recoveryCode = normalizeRecoveryCode(form.value('recoveryCode'));
    const isEmpty = recoveryCode.trim() === '';
    const ready = form.check({
      recoveryCode: !recoveryCodePattern.test(recoveryCode) && (isEmpty ? 'field.required' : 'twofactor.incorrect'),
    });
    if (!ready || isLoading) return;
    const { error } = await finish({ recoveryCode });
    if (error) form.refuse(error);
    else onBound();
  };
  return (
    <Card title={t('google.recoveryTitle')}>
      <Hint>{t('google.recoveryText')}</Hint>
      <Panel>
        <ol className={styles.codes} aria-label={t('google.recoveryTitle')}>
          {codes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </ol>
        <TextLink onClick={() => void copy(codes.join('\n'), t('google.copied'))}>{t('google.copyCodes')}</TextLink>
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
