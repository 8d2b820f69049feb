import { approvalActions, type WaitingAction } from '@trellis/api-contract/operator';
import { Hint, Section, Select } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../approvals/ApprovalHistory.tsx';
import { actionTexts } from '../approvals/actionTexts.ts';
import { WaitingCards } from '../approvals/WaitingCards.tsx';
import { Console } from '../frame/Console.tsx';

/** `/approvals`: everything that waits for a second person and concerns the operator, those they may decide first; and what came of all. */
export function Component() {
  const { t } = useTranslation('operator');
  const [kind, setKind] = useState<WaitingAction | ''>('');
  return (
    <Console title={t('approvals.title')}>
      <Hint>{t('approvals.text')}</Hint>
      <WaitingCards />
      <Section title={t('solvency.history')}>
        <Select<WaitingAction | ''>
          label={t('approvals.kind')}
          value={kind}
          onChange={setKind}
          options={[
            { value: '', label: t('audit.all') },
            ...approvalActions.map((value) => ({ value, label: t(actionTexts[value]) })),
          ]}
        />
        <ApprovalHistory action={kind || undefined} />
      </Section>
    </Console>
  );
}
