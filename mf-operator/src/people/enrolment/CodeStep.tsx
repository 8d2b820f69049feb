import { codePattern, type OutputOf } from '@trellis/api-contract';
import { Button, Code, Hint, Panel, TextLink, useCopy } from '@trellis/kit';
import { CodeInput, Form } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import * as styles from './CodeStep.module.css';
import { isLinkUsed } from './isLinkUsed.ts';

interface CodeStepProps {
  readonly token: string;
  readonly enrolment: OutputOf<'operator', 'openEnrolment'>;
  readonly onDone: () => void;
  readonly onLinkUsed: () => void;
}

/** Then: the secret goes to the phone, as a picture or text, and a code comes back. */
export function CodeStep({ token, enrolment: { name, otpauthUri, qr }, onDone, onLinkUsed }: CodeStepProps) {
  const { t } = useTranslation('operator');
  const copy = useCopy();
  const form = useForm(['code'], { 'code.incorrect': 'code' }, (value) => ({
    code: !codePattern.test(value('code')) && (value('code') === '' ? 'field.required' : 'field.format'),
  }));
  const [confirm, { isLoading }] = operatorApi.useConfirmEnrolmentMutation();
  const secret = new URL(otpauthUri).searchParams.get('secret') ?? '';
  const submit = async () => {
    if (isLoading || !form.check()) return;
    const { error } = await confirm({ token, code: form.value('code') });
    if (!error) onDone();
    else if (isLinkUsed(error)) onLinkUsed();
    else form.refuse(error);
  };
  return (
    <>
      <p>
        {t('enrol.name')} <strong translate="no">{name}</strong>
      </p>
      <Hint>{t('enrol.scan')}</Hint>
      <img
        className={styles.qr}
        width="220"
        height="220"
        alt={t('enrol.picture')}
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
      />
      <Panel>
        <Code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</Code>
        <TextLink onClick={() => void copy(secret, t('enrol.copied'))}>{t('enrol.copy')}</TextLink>
      </Panel>
      <Form {...form.attributes} onSubmit={() => void submit()}>
        <CodeInput label={t('enrol.code')} hint={t('enrol.codeHint')} {...form.input('code')} />
        <Button type="submit" busy={isLoading}>
          {t('enrol.finish')}
        </Button>
      </Form>
    </>
  );
}
