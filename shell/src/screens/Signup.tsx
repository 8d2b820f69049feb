import { Button, Notice, Screen } from '@trellis/kit';
import { Checkbox, ChoiceGroup, Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { type ErrorSource, useErrorText } from '@trellis/shell-sdk';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailFields } from '../signup/EmailFields.tsx';
import { InvitationField } from '../signup/InvitationField.tsx';
import { TermsText } from '../signup/TermsText.tsx';
import { useSignup } from '../signup/useSignup.ts';

export function Component() {
  const { t } = useTranslation('shell');
  const errorText = useErrorText();
  const formId = useId();
  const { form, change, issues, code, verified, changeVerified, fromLink, submit, submitting } = useSignup();
  const text = (source: ErrorSource | undefined) => source && errorText(source);

  return (
    <Screen
      title={t('signup.title')}
      back="/login"
      dock={
        <Button type="submit" form={formId} busy={submitting}>
          {t('signup.submit')}
        </Button>
      }
    >
      <Form id={formId} onSubmit={() => void submit()} issues={issues}>
        {issues.form && (
          <Notice tone="negative" urgent>
            {text(issues.form)}
          </Notice>
        )}
        <EmailFields
          email={form.email}
          onEmail={(email) => change({ email: email.trim() })}
          emailError={text(issues.fields.email)}
          code={form.emailCode}
          onCode={(emailCode) => change({ emailCode })}
          codeError={text(issues.fields.emailCode)}
          sending={code}
          verified={verified}
          onChangeVerified={changeVerified}
        />
        <TextInput
          label={t('signup.username')}
          autoComplete="username"
          maxLength={64}
          value={form.username}
          onChange={(username) => change({ username: username.trim() })}
          hint={t('signup.usernameHint')}
          error={text(issues.fields.username)}
        />
        <InvitationField
          value={form.invitationCode}
          onChange={(invitationCode) => change({ invitationCode: invitationCode.trim() })}
          fromLink={fromLink}
          error={text(issues.fields.invitationCode)}
        />
        <ChoiceGroup
          label={t('signup.side')}
          columns={2}
          value={form.side === '' ? undefined : form.side}
          options={[
            { value: 'left', label: t('signup.left') },
            { value: 'right', label: t('signup.right') },
          ]}
          onChange={(side) => change({ side })}
          error={text(issues.fields.side)}
        />
        <PasswordInput
          label={t('signup.password')}
          autoComplete="new-password"
          value={form.password}
          onChange={(password) => change({ password })}
          strengthAgainst={[form.username, form.email]}
          hint={t('signup.passwordHint')}
          error={text(issues.fields.password)}
        />
        <PasswordInput
          label={t('signup.passwordAgain')}
          autoComplete="new-password"
          value={form.passwordAgain}
          onChange={(passwordAgain) => change({ passwordAgain })}
          error={text(issues.fields.passwordAgain)}
        />
        <Checkbox
          checked={form.termsAccepted}
          onChange={(termsAccepted) => change({ termsAccepted })}
          error={text(issues.fields.termsAccepted)}
        >
          <TermsText />
        </Checkbox>
      </Form>
    </Screen>
  );
}
