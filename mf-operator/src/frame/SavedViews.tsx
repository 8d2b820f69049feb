import { Button, Buttons, Hint, IconButton, Sheet, TextLink, useToast } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm, useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import * as styles from './SavedViews.module.css';
import {
  isViewName,
  longestName,
  mostViews,
  readViews,
  removeView,
  saveView,
  type ViewPlace,
  viewQuery,
} from './savedViews.ts';

/** What is narrowed down, kept under a name for this operator in this browser, and opened again. */
export function SavedViews({ place }: { place: ViewPlace }) {
  const { t } = useTranslation('operator');
  const operator = useOperator()?.name;
  const [open, setOpen] = useState(false);
  if (operator === undefined) return null;
  return (
    <Buttons>
      <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
        {t('views.title')}
      </Button>
      {open && <ViewSheet place={place} operator={operator} onClose={() => setOpen(false)} />}
    </Buttons>
  );
}

function ViewSheet({ place, operator, onClose }: { place: ViewPlace; operator: string; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const toast = useToast();
  const { pathname, search } = useLocation();
  const [views, setViews] = useState(() => readViews(operator, place));
  const [failed, setFailed] = useState(false);
  const form = useForm(['name'], {}, (value) => ({ name: !isViewName(value('name').trim()) && 'field.format' }));
  const query = viewQuery(place, new URLSearchParams(search));
  const changed = (done: boolean, text: string) => {
    setFailed(!done);
    setViews(readViews(operator, place));
    if (done) toast(text);
  };
  const save = () => {
    if (!form.check()) return;
    const name = form.value('name').trim();
    changed(saveView(operator, place, { name, query }), t('views.saved', { name }));
    form.set('name', '');
  };
  return (
    <Sheet title={t('views.title')} onClose={onClose}>
      {views.length === 0 ? (
        <Hint>{t('views.empty')}</Hint>
      ) : (
        <ul className={styles.views} aria-label={t('views.title')}>
          {views.map((view) => (
            <li key={view.name}>
              <TextLink to={view.query === '' ? pathname : `${pathname}?${view.query}`} onClick={onClose}>
                {view.name}
              </TextLink>
              <IconButton
                label={t('views.remove', { name: view.name })}
                icon="close"
                onClick={() => changed(removeView(operator, place, view.name), t('views.removed', { name: view.name }))}
              />
            </li>
          ))}
        </ul>
      )}
      {views.length >= mostViews && <Hint>{t('views.full', { count: mostViews })}</Hint>}
      <Form {...form.attributes} onSubmit={save}>
        <TextInput
          label={t('views.name')}
          hint={t('views.nameHint')}
          maxLength={longestName}
          autoComplete="off"
          {...form.input('name')}
        />
        {failed && <p role="alert">{t('views.notKept')}</p>}
        <Button type="submit">{t('views.save')}</Button>
      </Form>
    </Sheet>
  );
}
