import { countries } from '@trellis/api-contract';
import { Button, Hint, Screen, Select, Sheet } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import { ownPath, SuspensionNotice, useForm, useLanguage, useSession } from '@trellis/shell-sdk';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { planApi } from '../api.ts';
import { countryOptions } from '../purchase/countryOptions.ts';

/**
 * `/plan/country`: where the member lives, asked once and once more before it is kept, for only the support can change it;
 * it decides what the law lets be sold to them. `?level=` is the
 * package and `?next=` the page that they come back to.
 */
export function Component() {
  const { t } = useTranslation('plan');
  const [language] = useLanguage();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const suspended = useSession().member?.suspended === true;
  const formId = useId();
  const level = query.get('level') ?? '';
  const next = query.get('next');
  const wanted = ownPath(next, /^[a-z]+$/.test(level) ? `/plan/buy/${level}` : '/plan');
  const options = useMemo(
    () => [{ value: '', label: t('country.choose') }, ...countryOptions(countries, language)],
    [language, t],
  );
  const form = useForm(['country'], {}, (value) => ({ country: value('country') === '' && 'field.required' }));
  const [save, { isLoading }] = planApi.useSetCountryMutation();
  const [asking, setAsking] = useState(false);
  const country = form.value('country');
  const name = options.find(({ value }) => value === country)?.label ?? country;
  const submit = () => setAsking(form.check());
  const confirm = async () => {
    if (isLoading) return;
    const { error } = await save({ country });
    setAsking(false);
    if (error) form.refuse(error);
    else void navigate(wanted, { replace: true });
  };
  return (
    <Screen
      title={t('country.title')}
      back={ownPath(next, '/plan')}
      dock={
        <Button type="submit" form={formId} disabled={suspended}>
          {t('country.save')}
        </Button>
      }
    >
      <SuspensionNotice>{t('home.suspended')}</SuspensionNotice>
      <Hint>{t('country.why')}</Hint>
      <Form id={formId} {...form.attributes} onSubmit={submit}>
        <Select label={t('country.label')} options={options} hint={t('country.once')} {...form.input('country')} />
      </Form>
      {asking && (
        <Sheet title={t('country.sure', { country: name })} dismissible={!isLoading} onClose={() => setAsking(false)}>
          <p>{t('country.sureText')}</p>
          <Button busy={isLoading} onClick={() => void confirm()}>
            {t('country.confirm', { country: name })}
          </Button>
          <Button kind="quiet" onClick={() => setAsking(false)}>
            {t('country.change')}
          </Button>
        </Sheet>
      )}
    </Screen>
  );
}
