import { listText } from '@trellis/api-contract';
import { useLanguage } from '@trellis/shell-sdk';

/** Writes names one after the other, as the reader's language separates them. */
export function useList(): (items: readonly string[]) => string {
  const [language] = useLanguage();
  return (items) => listText(items, language);
}
