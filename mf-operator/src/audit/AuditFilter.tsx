import { Button, Sheet, TextLink } from '@trellis/kit';
import { Form, TextInput } from '@trellis/kit/form';
import { useForm } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { auditFields, type useAuditSearch } from './useAuditSearch.ts';

const texts = {
  actor: 'audit.actor',
  action: 'audit.action',
  subject: 'audit.subject',
  requestId: 'audit.request',
} as const;
const actionPattern = /^[a-z][a-z_.]{0,79}$/;

/** By whom, what, about what, and in which request. */
export function AuditFilter({ of, onClose }: { of: ReturnType<typeof useAuditSearch>; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const { search, set, isNarrowed } = of;
  const form = useForm(
    auditFields,
    {},
    (value) => ({
      action: value('action').trim() !== '' && !actionPattern.test(value('action').trim()) && 'field.format',
    }),
    search,
  );
  const apply = () => {
    if (!form.check()) return;
    set(Object.fromEntries(auditFields.map((field) => [field, form.value(field).trim()])));
    onClose();
  };
  return (
    <Sheet title={t('audit.filter')} onClose={onClose}>
      <Form {...form.attributes} onSubmit={apply}>
        {auditFields.map((field) => (
          <TextInput key={field} label={t(texts[field])} maxLength={100} {...form.input(field)} />
        ))}
        <Button type="submit">{t('audit.apply')}</Button>
      </Form>
      {isNarrowed && (
        <TextLink
          onClick={() => {
            set(Object.fromEntries(auditFields.map((field) => [field, ''])));
            onClose();
          }}
        >
          {t('audit.clear')}
        </TextLink>
      )}
    </Sheet>
  );
}
