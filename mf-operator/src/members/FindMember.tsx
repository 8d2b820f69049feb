import { type ErrorCode, emailPattern, usernamePattern } from '@trellis/api-contract';
import { Button, Card, Chip, Empty, Row, Rows, SkeletonRows } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { Loaded, languageNames, useForm, useOnline } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { membersIcon } from '../icons.ts';
import { membersApi } from './api.ts';
import * as styles from './Members.module.css';

/**
 * Finds one member by exactly what they are called or written to. An address stays out of the page's own, which others
 * may see; a username stands in it, so that the way back leads here.
 */
export function FindMember() {
  const { t } = useTranslation('operator');
  const online = useOnline();
  const [address, setAddress] = useSearchParams();
  const [email, setEmail] = useState<string>();
  const username = address.get('username') ?? '';
  const asked = email !== undefined ? { email } : { username };
  const isAsked = email !== undefined || username !== '';
  const found = membersApi.useFindMemberQuery(asked, { skip: !isAsked });
  const form = useForm(['who'], {}, (value) => ({ who: wrongIn(value('who').trim()) }), { who: username });
  const submit = () => {
    if (!form.check()) return;
    const who = form.value('who').trim();
    const isAddress = who.includes('@');
    setEmail(isAddress ? who : undefined);
    setAddress(isAddress ? {} : { username: who }, { replace: true });
  };
  return (
    <>
      <Card label={t('members.find')}>
        <Form {...form.attributes} onSubmit={submit}>
          <TextInput
            label={t('members.who')}
            hint={t('members.whoHint')}
            type="search"
            maxLength={254}
            autoComplete="off"
            {...form.input('who')}
          />
          <Button type="submit" busy={found.isFetching} disabled={!online}>
            {t('members.find')}
          </Button>
        </Form>
      </Card>
      {isAsked && (
        <Loaded query={{ ...found, data: found.currentData }} waiting={<SkeletonRows count={1} />}>
          {({ members }) =>
            members.length === 0 ? (
              <Card>
                <Empty icon={membersIcon} text={t('members.nobody')} />
              </Card>
            ) : (
              <Rows label={t('members.found')}>
                {members.map(({ username, email, language, suspended, frozen }) => (
                  <Row
                    key={username}
                    to={`/members/${username}`}
                    person={username}
                    title={<span translate="no">{username}</span>}
                    detail={
                      <>
                        <span translate="no">{email}</span> · {languageNames[language]}
                      </>
                    }
                    end={
                      <span className={styles.marks}>
                        {suspended && <Chip tone="negative">{t('members.suspended')}</Chip>}
                        {frozen && <Chip tone="warning">{t('members.frozen')}</Chip>}
                        {!suspended && !frozen && <Chip tone="positive">{t('members.active')}</Chip>}
                      </span>
                    }
                  />
                ))}
              </Rows>
            )
          }
        </Loaded>
      )}
    </>
  );
}

/** What has an @ is an address, anything else a username. */
function wrongIn(who: string): ErrorCode | false {
  if (who === '') return 'field.required';
  if (who.includes('@')) return !emailPattern.test(who) && 'member.email_format';
  return !usernamePattern.test(who) && 'member.username_format';
}
