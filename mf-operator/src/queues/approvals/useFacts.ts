import { correctionCauseTexts, isCorrectionCause, isLanguage, listText } from '@trellis/api-contract';
import { type ApprovalFact, operatorRoles } from '@trellis/api-contract/operator';
import { languageNames, useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../frame/useRoleName.ts';
import { countryName } from '../../members/member/countryNames.ts';
import { textKey, useHasText } from '../../texts/textKey.ts';

/** How a fact is called and said in the reader's language; what has no words is shown as it is. Days and moments are said by `Changes`. */
export function useFacts(): {
  readonly nameOf: (name: string) => string;
  readonly sayValue: (name: string, text: string) => string;
} {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  const hasText = useHasText();
  const roleName = useRoleName();
  const nameOf = (name: string): string => {
    // The texts of a notice have their language for a name; a fact that has no text yet is shown by its own.
    if (hasText('approvals.fact', name)) return t(textKey<'approvals.fact', ApprovalFact>('approvals.fact', name));
    return isLanguage(name) ? languageNames[name] : name;
  };
  const sayValue = (name: string, text: string): string => {
    if (name === 'cause' && isCorrectionCause(text)) return correctionCauseTexts[text][language];
    if (name === 'kind' && hasText('feeReturns.kind', text)) return t(textKey('feeReturns.kind', text));
    if (name === 'pool' && hasText('solvency.pool', text)) return t(textKey('solvency.pool', text));
    if (name === 'finding' && hasText('faults.finding', text)) return t(textKey('faults.finding', text));
    if (name === 'usersOf' && hasText('notices.part', text)) return t(textKey('notices.part', text));
    if (name === 'document' && hasText('approvals.document', text)) return t(textKey('approvals.document', text));
    // A list comes as JSON.
    if (name === 'roles')
      return listText(operatorRoles.filter((role) => text.includes(`"${role}"`)).map(roleName), language);
    if (name === 'to') return text === 'all members' ? t('notices.everyone') : countryName(text, language);
    return text;
  };
  return { nameOf, sayValue };
}
