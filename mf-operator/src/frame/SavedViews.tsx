import { Button, Hint, IconButton, Sheet, TextLink, useToast } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm, useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { ListName } from './listSearch.ts';
import * as styles from './SavedViews.module.css';
import { isViewName, longestName, mostViews, readViews, removeView, saveView, viewQuery } from './savedViews.ts';

/** What is narrowed down, kept under a name for this operator in this browser, and opened again. */
export function SavedViews({ place }: { place: ListName }) {
  const { t } = useTranslation('operator');
  const operator = useOperator()?.name;
  const [open, setOpen] = useState(false);
  if (operator === undefined) return null;
  return (
    <>
      <TextLink onClick={() => setOpen(true)}>{t('views.title')}</TextLink>
      {open && <ViewSheet place={place} operator={operator} onClose={() => setOpen(false)} />}
    </>
  );
}

function ViewSheet({ place, operator, onClose }: { place: ListName; operator: string; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const toast = useToast();
  const { pathname, search } = useLocation();
  const [views, setViews] = useState(() => readViews(operator, place));
  const [failed, setFailed] = useState(false);
  // A name that was used leaves the field as it was in the beginning.
  const [saves, setSaves] = useState(0);
  const changed = (done: boolean, text: string) => {
    setFailed(!done);
    setViews(readViews(operator, place));
    if (done) toast(text);
  };
  const save = (name: string) => {
    const query = viewQuery(place, new URLSearchParams(search));
    const done = saveView(operator, place, { name, query });
    changed(done, t('views.saved', { name }));
    if (done) setSaves(saves + 1);
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
      <NameForm key={saves} onSave={save} />
      {failed && <p role="alert">{t('views.notKept')}</p>}
    </Sheet>
  );
}

function NameForm({ onSave }: { onSave: (name: string) => void }) {
  const { t } = useTranslation('operator');
  const form = useForm(['name'], {}, (value) => ({ name: !isViewName(value('name').trim()) && 'field.format' }));
  return (
    <Form {...form.attributes} onSubmit={() => form.check() && onSave(form.value('name').trim())}>
      <TextInput
        label={t('views.name')}
        hint={t('views.nameHint')}
        maxLength={longestName}
        autoComplete="off"
        {...form.input('name')}
      />
      <Button type="submit">{t('views.save')}</Button>
    </Form>
  );
}
