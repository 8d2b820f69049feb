import { useTranslation } from 'react-i18next';
import type { ValueOf } from './textKey.ts';

/** Tells whether there is a text of a value: a server may name what this page does not know yet, which is shown as it is. */
export function useIsTold() {
  const { i18n } = useTranslation('operator');
  return <Name extends string>(name: Name, value: string): value is ValueOf<Name> =>
    i18n.exists(`${name}.${value}`, { ns: 'operator' });
}
