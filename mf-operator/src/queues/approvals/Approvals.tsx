import { approvalActions, type WaitingAction } from '@trellis/api-contract/operator';
import { Section, Select } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Console } from '../../frame/Console.tsx';
import { textKey } from '../../texts/textKey.ts';
import { ApprovalHistory } from './ApprovalHistory.tsx';
import { WaitingCards } from './WaitingCards.tsx';

/** `/approvals`: everything that waits for a second person and concerns the operator, and what came of all that was asked for. */
export function Component() {
  const { t } = useTranslation('operator');
  const [kind, setKind] = useState<WaitingAction | ''>('');
  return (
    <Console screen="approvals" title={t('approvals.title')} text={t('approvals.text')}>
      <WaitingCards />
      <Section title={t('solvency.history')}>
        <ApprovalHistory
          action={kind || undefined}
          filters={
            <Select<WaitingAction | ''>
              label={t('approvals.kind')}
              value={kind}
              onChange={setKind}
              options={[
                { value: '', label: t('audit.all') },
                ...approvalActions.map((value) => ({ value, label: t(textKey('approvals.action', value)) })),
              ]}
            />
          }
        />
      </Section>
    </Console>
  );
}
