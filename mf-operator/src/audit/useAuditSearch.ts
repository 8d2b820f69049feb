import { useSearchParams } from 'react-router-dom';

/** What the log is narrowed by, as it stands in the address. */
export const auditFields = ['actor', 'action', 'subject', 'requestId'] as const;
export type AuditField = (typeof auditFields)[number];

/** As the calls about the log take it. */
export type AuditSearch = Partial<Record<AuditField, string>> & { readonly without?: 'looks' };

/** Back brings it again; an empty value takes it away. */
export function useAuditSearch() {
  const [params, setParams] = useSearchParams();
  const fields = auditFields.flatMap((field) => {
    const value = params.get(field);
    return value ? [[field, value] as const] : [];
  });
  const isWithoutLooks = params.get('without') === 'looks';
  const search: AuditSearch = {
    ...Object.fromEntries(fields),
    ...(isWithoutLooks && { without: 'looks' }),
  };
  const set = (change: Partial<Record<AuditField | 'without', string>>) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  return { search, set, isNarrowed: fields.length > 0, isWithoutLooks };
}
