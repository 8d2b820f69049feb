import { type CorrectionCause, correctionCauseTexts, languageTag, usernamePattern } from '@trellis/api-contract';
import { Hint, Panel } from '@trellis/kit';
import { languageNames } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';

/**
 * What a member will read beside a correction, in their language: they are looked up once somebody has typed their whole
 * name. Of nobody nothing is shown; the form says so when it is sent.
 */
export function MemberReads({ username, cause }: { username: string; cause: CorrectionCause }) {
  const { t } = useTranslation('operator');
  const { currentData } = operatorApi.useGetMemberQuery({ username }, { skip: !usernamePattern.test(username) });
  if (currentData === undefined) return null;
  const { language } = currentData;
  return (
    <Panel>
      <Hint>{t('members.told', { language: languageNames[language] })}</Hint>
      <p lang={languageTag[language]}>{correctionCauseTexts[cause][language]}</p>
    </Panel>
  );
}
