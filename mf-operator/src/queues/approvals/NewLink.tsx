import { Code, Hint, Panel, TextLink, useCopy } from '@trellis/kit';
import { useTranslation } from 'react-i18next';

/** Where a new operator enrols, by the token that the approval answered with. */
export const enrolmentLink = (token: string): string => `${location.origin}/enrol#${token}`;

/** Whoever has it becomes this operator: it is handed over in person, and nowhere to be read again. */
export function NewLink({ link }: { link: string }) {
  const { t } = useTranslation('operator');
  const copy = useCopy();
  return (
    <Panel>
      <strong>{t('operators.link')}</strong>
      <Code>{link}</Code>
      <Hint>{t('operators.linkText')}</Hint>
      <TextLink onClick={() => void copy(link, t('operators.copied'))}>{t('operators.copy')}</TextLink>
    </Panel>
  );
}
