import { normalizeName, usernamePattern } from '@trellis/api-contract';
import { Button, Hint, Row, Rows } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teamApi } from '../api.ts';
import { searchIcon } from '../icons.ts';

/** From so many letters on it is shown who begins so. */
const least = 3;
/** Who still types is not asked about. */
const restMs = 250;
const sideText = { left: 'side.left', right: 'side.right' } as const;

/** Leads to a member of the own team by their username, or by its first letters. */
export function MemberSearch({ onFound }: { onFound: (id: string) => void }) {
  const { t } = useTranslation('team');
  const form = useForm(['username'], { 'member.search_unknown': 'username' }, (value) => {
    const name = normalizeName(value('username'));
    // What no username can be is nobody's.
    return { username: name === '' ? 'field.required' : !usernamePattern.test(name) && 'member.search_unknown' };
  });
  const [find, { isFetching }] = teamApi.useLazyGetTeamWindowQuery();
  const submit = async () => {
    if (isFetching || !form.check()) return;
    const { data, error } = await find({ username: normalizeName(form.value('username')) }, true);
    if (error) return form.refuse(error);
    open(data?.focus);
  };
  const open = (id: string | undefined) => {
    form.set('username', '');
    if (id !== undefined) onFound(id);
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
      <Suggestions typed={normalizeName(form.value('username'))} onOpen={open} />
    </Form>
  );
}

/** Who of the own team begins with what was typed. What cannot be asked just now is not shown: the whole name can be. */
function Suggestions({ typed, onOpen }: { typed: string; onOpen: (id: string) => void }) {
  const { t } = useTranslation('team');
  const query = useRested(typed);
  const fits = query.length >= least && /^[a-z0-9]+$/i.test(query);
  const { currentData } = teamApi.useSearchTeamQuery({ username: query }, { skip: !fits });
  if (!fits || !currentData) return null;
  if (currentData.members.length === 0) return <Hint>{t('search.none')}</Hint>;
  return (
    <Rows label={t('search.suggestions')}>
      {currentData.members.map(({ id, username, side }) => (
        <Row
          key={id}
          person={username}
          title={<span translate="no">{username}</span>}
          end={side && t(sideText[side])}
          onOpen={() => onOpen(id)}
        />
      ))}
    </Rows>
  );
}

/** A text once nobody has changed it for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
