import { LinkButton, Section, Tips } from '@trellis/kit';
import { LogOut } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { chatIcon } from '../laterIcons.ts';
import type { Stakes } from './api.ts';

/** What holds for every stake, whom to ask, and the way out. */
export function StakeNotes({
  stakes: { reviewHours, payoutsFrozen },
}: {
  stakes: Pick<Stakes, 'reviewHours' | 'payoutsFrozen'>;
}) {
  const { t } = useTranslation('wallet');
  return (
    <>
      <Section title={t('stake.notes')}>
        <Tips
          items={[
            t('stake.noteLocked'),
            t('stake.noteNoDefault'),
            payoutsFrozen ? t('stake.notePaidFrozen') : t('stake.notePaid', { hours: reviewHours }),
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
