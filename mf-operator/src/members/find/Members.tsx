import { normalizeName, usernamePattern } from '@trellis/api-contract';
import { Button, Card, Rows, SkeletonRows } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { Loaded, useForm } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { Quiet } from '../../frame/Quiet.tsx';
import { membersIcon } from '../../icons.ts';
import { HitRow } from './HitRow.tsx';
import { wrongIn } from './wrongIn.ts';

/** `/members`: finds members and whatever is theirs by exactly what somebody has in hand. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="members" title={t('place.members')} text={t('members.logged')}>
      <FindAnything />
    </Console>
  );
}

/**
 * Finds by exactly what somebody has in hand. What may say something about a member stays out of the page's own address,
 * which others may see; a username stands in it, so that the way back leads here.
 */
function FindAnything() {
  const { t } = useTranslation('operator');
  const [address, setAddress] = useSearchParams();
  const [typed, setTyped] = useState<string>();
  const q = typed ?? address.get('username') ?? '';
  const hits = operatorApi.useFindAnythingQuery({ q }, { skip: q === '' });
  const form = useForm(['q'], {}, (value) => ({ q: wrongIn(normalizeName(value('q'))) }), { q });
  const submit = () => {
    if (!form.check()) return;
    const what = normalizeName(form.value('q'));
    setTyped(what);
    setAddress(usernamePattern.test(what) ? { username: what } : {}, { replace: true });
  };
  return (
    <>
      <Card label={t('find.title')}>
        <Form {...form.attributes} onSubmit={submit}>
          <TextInput
            label={t('find.what')}
            hint={t('find.whatHint')}
            type="search"
            maxLength={254}
            autoComplete="off"
            {...form.input('q')}
          />
          <Button type="submit" busy={hits.isFetching}>
            {t('find.action')}
          </Button>
        </Form>
      </Card>
      {q !== '' && (
        <Loaded query={{ ...hits, data: hits.currentData }} waiting={<SkeletonRows count={1} />}>
          {({ hits }) =>
            hits.length === 0 ? (
              <Quiet icon={membersIcon} text={t('find.nothing')} />
            ) : (
              <Rows label={t('find.found')}>
                {hits.map((hit, place) => (
                  // Of one kind there may be several of one member, and what is found does not change its place.
                  <HitRow key={place} hit={hit} />
                ))}
              </Rows>
            )
          }
        </Loaded>
      )}
    </>
  );
}
