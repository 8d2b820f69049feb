import { normalizeName } from '@trellis/api-contract';
import { Button, Hint, Row, Rows, Sheet, SkeletonRows } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { Loaded, useForm } from '@trellis/shell-sdk';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { operatorApi } from '../api.ts';
import { HitRow, hitPath } from '../members/find/HitRow.tsx';
import { wrongIn } from '../members/find/wrongIn.ts';
import { usePlaces } from './places.ts';
import { useMay } from './useMay.ts';

/**
 * Over whatever is open: a place by how its name begins, or a member and whatever is theirs by exactly what somebody has in
 * hand. Enter opens the first place, else finds; what is found alone is opened. Nothing is searched for while somebody types:
 * each search is a look, and stands in the audit log.
 */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('operator');
  const navigate = useNavigate();
  const mayFind = useMay('members');
  const may = { books: useMay('books'), support: useMay('support') };
  const [q, setQ] = useState('');
  const form = useForm(['q'], {}, (value) => ({ q: wrongIn(normalizeName(value('q'))) }));
  const typed = form.value('q').trim().toLowerCase();
  const places = usePlaces().filter(({ text }) => typed !== '' && t(text).toLowerCase().startsWith(typed));
  const query = operatorApi.useFindAnythingQuery({ q }, { skip: q === '' });
  const hits = query.currentData?.hits;
  const go = (to: string) => {
    onClose();
    void navigate(to);
  };
  const openOnly = useEffectEvent(() => {
    const [first] = hits ?? [];
    if (first && hits?.length === 1) go(hitPath(first, may));
  });
  useEffect(() => {
    if (hits) openOnly();
  }, [hits]);
  useClosedElsewhere(onClose);
  const field = useRef<HTMLDivElement>(null);
  // The sheet reads its title first; whoever opens this one types.
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const submit = () => {
    const [place] = places;
    if (place) go(place.to);
    else if (mayFind && form.check()) setQ(normalizeName(form.value('q')));
  };
  return (
    <Sheet title={t('find.title')} onClose={onClose}>
      <div ref={field}>
        <Form {...form.attributes} onSubmit={submit}>
          <TextInput
            label={t(mayFind ? 'find.whatOrPlace' : 'find.place')}
            type="search"
            maxLength={254}
            autoComplete="off"
            {...form.input('q')}
          />
          {places.length === 0 && mayFind && (
            <Button type="submit" busy={query.isFetching}>
              {t('find.action')}
            </Button>
          )}
        </Form>
      </div>
      {places.length > 0 && (
        <Rows label={t('find.places')}>
          {places.map(({ to, text, icon }) => (
            <Row key={to} to={to} icon={icon} title={t(text)} onOpen={() => go(to)} />
          ))}
          {mayFind && (
            <Row
              title={<span translate="no">{form.value('q').trim()}</span>}
              detail={t('find.exactly')}
              onOpen={() => form.check() && setQ(normalizeName(form.value('q')))}
            />
          )}
        </Rows>
      )}
      {q !== '' && (
        <Loaded query={{ ...query, data: query.currentData }} waiting={<SkeletonRows count={1} />}>
          {({ hits }) =>
            hits.length === 0 ? (
              <p role="status">{t('find.nothing')}</p>
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
      {mayFind && <Hint>{t('find.whatHint')}</Hint>}
    </Sheet>
  );
}

/** A row of what was found leads away: the dialog does not stay over the page that is then open. */
function useClosedElsewhere(onClose: () => void): void {
  const { pathname, search } = useLocation();
  const [opened] = useState(pathname + search);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (pathname + search !== opened) close();
  }, [pathname, search, opened]);
}
