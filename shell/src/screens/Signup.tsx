import { Button, Screen } from '@trellis/kit';
import { Checkbox, ChoiceGroup, Form, PasswordInput, TextInput } from '@trellis/kit/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailFields } from '../signup/EmailFields.tsx';
import { InvitationField } from '../signup/InvitationField.tsx';
import { TermsText } from '../signup/TermsText.tsx';
import { useSignup } from '../signup/useSignup.ts';

export function Component() {
  const { t } = useTranslation('shell');
  const { t: kit } = useTranslation('kit');
  const formId = useId();
  const { form, change, issues, code, verified, changeVerified, fromLink, submit, submitting } = useSignup();

  return (
    <Screen
      title={t('signup.title')}
      back="/login"
      head={null}
      dock={
        <Button type="submit" form={formId} busy={submitting}>
          {submitting ? kit('flow.submitting') : t('signup.submit')}
        </Button>
      }
    >
      <Form id={formId} {...issues.attributes} onSubmit={() => void submit()}>
        <EmailFields
          email={form.email}
          onEmail={(email) => change({ email: email.trim() })}
          emailError={issues.error('email')}
          code={form.emailCode}
          onCode={(emailCode) => change({ emailCode })}
          codeError={issues.error('emailCode')}
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
          error={issues.error('username')}
        />
        <InvitationField
          value={form.invitationCode}
          onChange={(invitationCode) => change({ invitationCode: invitationCode.trim() })}
          fromLink={fromLink}
          error={issues.error('invitationCode')}
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
          error={issues.error('side')}
        />
        <PasswordInput
          label={t('signup.password')}
          autoComplete="new-password"
          value={form.password}
          onChange={(password) => change({ password })}
          strengthAgainst={[form.username, form.email]}
          hint={t('signup.passwordHint')}
          error={issues.error('password')}
        />
        <PasswordInput
          label={t('signup.passwordAgain')}
          autoComplete="new-password"
          value={form.passwordAgain}
          onChange={(passwordAgain) => change({ passwordAgain })}
          error={issues.error('passwordAgain')}
        />
        <Checkbox
          checked={form.termsAccepted}
          onChange={(termsAccepted) => change({ termsAccepted })}
          error={issues.error('termsAccepted')}
        >
          <TermsText />
        </Checkbox>
      </Form>
    </Screen>
  );
}
