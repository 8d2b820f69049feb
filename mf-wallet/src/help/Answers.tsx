import { More, Stack, TextLink } from '@trellis/kit';
import { useTranslation } from 'react-i18next';

const questions = {
  network: 'help.network',
  verifyAddress: 'help.verifyAddress',
  tooLittle: 'help.tooLittle',
  arrival: 'help.arrival',
  units: 'help.units',
  limits: 'help.limits',
  day: 'help.day',
} as const;

/** What is asked most alongside an act; each question leads to its answer in the account. */
export function Answers({ to }: { to: readonly (keyof typeof questions)[] }) {
  const { t } = useTranslation('wallet');
  return (
    // One quiet line: help never outweighs the form.
    <More card title={t('help.more')}>
      <Stack>
        {to.map((name) => (
          <TextLink key={name} to={`/consulation?about=${name}`}>
            {t(questions[name])}
          </TextLink>
        ))}
      </Stack>
    </More>
  );
}
