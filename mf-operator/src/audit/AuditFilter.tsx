import { Button, Sheet, TextLink } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { SearchOf } from '../frame/listSearch.ts';

const texts = {
  actor: 'audit.actor',
  action: 'audit.action',
  subject: 'audit.subject',
  requestId: 'audit.request',
} as const;
const fields = ['actor', 'action', 'subject', 'requestId'] as const;
type Search = Omit<SearchOf<'audit'>, 'without'>;
const actionPattern = /^[a-z][a-z_.]{0,79}$/;

interface AuditFilterProps {
  readonly search: Search;
  readonly onNarrow: (search: Search) => void;
  readonly onClose: () => void;
}

/** By whom, what, about what, and in which request. */
export function AuditFilter({ search, onNarrow, onClose }: AuditFilterProps) {
  const { t } = useTranslation('operator');
  const form = useForm(
    fields,
    {},
    (value) => ({
      action: value('action').trim() !== '' && !actionPattern.test(value('action').trim()) && 'field.format',
    }),
    search,
  );
  const apply = () => {
    if (!form.check()) return;
    onNarrow(Object.fromEntries(fields.map((field) => [field, form.value(field).trim()])));
    onClose();
  };
  return (
    <Sheet title={t('audit.filter')} onClose={onClose}>
      <Form {...form.attributes} onSubmit={apply}>
        {fields.map((field) => (
          <TextInput key={field} label={t(texts[field])} maxLength={100} {...form.input(field)} />
        ))}
        <Button type="submit">{t('audit.apply')}</Button>
      </Form>
      {Object.keys(search).length > 0 && (
        <TextLink
          onClick={() => {
            onNarrow(Object.fromEntries(fields.map((field) => [field, ''])));
            onClose();
          }}
        >
          {t('audit.clear')}
        </TextLink>
      )}
    </Sheet>
  );
}
