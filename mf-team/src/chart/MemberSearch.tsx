import { usernamePattern } from '@trellis/api-contract';
import { Button } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { teamApi } from '../api.ts';
import { searchIcon } from '../icons.ts';

/** Leads to a member of the own team by their username. */
export function MemberSearch({ onFound }: { onFound: (id: string) => void }) {
  const { t } = useTranslation('team');
  const form = useForm(['username'], { 'member.search_unknown': 'username' }, (value) => {
    const name = value('username').trim();
    // What no username can be is nobody's.
    return { username: name === '' ? 'field.required' : !usernamePattern.test(name) && 'member.search_unknown' };
  });
  const [find, { isFetching }] = teamApi.useLazyGetTeamWindowQuery();
  const submit = async () => {
    if (isFetching || !form.check()) return;
    const { data, error } = await find({ username: form.value('username').trim() }, true);
    if (error) return form.refuse(error);
    form.set('username', '');
    if (data) onFound(data.focus);
  };
  return (
    <Form {...form.attributes} onSubmit={() => void submit()}>
      <TextInput
        type="search"
        icon={searchIcon}
        label={t('search.label')}
        labelHidden
        placeholder={t('search.username')}
        maxLength={15}
        end={
          <Button type="submit" size="small" kind="quiet" busy={isFetching}>
            {t('search.open')}
          </Button>
        }
        {...form.input('username')}
      />
    </Form>
  );
}
