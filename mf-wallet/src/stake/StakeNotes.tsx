import { LinkButton, Section, Tips } from '@trellis/kit';
import { LogOut } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { chatIcon } from '../icons.ts';

/** What holds for every stake, whom to ask, and the way out. */
export function StakeNotes({ reviewHours }: { reviewHours: number }) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <Section title={t('stake.notes')}>
        <Tips
          items={[
            t('stake.noteLocked'),
            t('stake.noteNoDefault'),
            t('stake.notePaid', { hours: reviewHours }),
            t('stake.noteUsdFirst'),
          ]}
        />
      </Section>
      <LinkButton kind="quiet" icon={chatIcon} to="/consulation?about=maturity">
        {t('stake.support')}
      </LinkButton>
      <LogOut />
    </>
  );
}
