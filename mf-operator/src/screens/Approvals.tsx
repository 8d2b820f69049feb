import { approvalActions, type WaitingAction } from '@trellis/api-contract/operator';
import { Card, Empty, Hint, Section, Select, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../approvals/ApprovalHistory.tsx';
import { actionTexts } from '../approvals/actionTexts.ts';
import { approvalsApi } from '../approvals/api.ts';
import { NewLink } from '../approvals/NewLink.tsx';
import { WaitingCard } from '../approvals/WaitingCard.tsx';
import { Console } from '../frame/Console.tsx';
import { approvalsIcon } from '../icons.ts';

/** `/approvals`: everything that waits for a second person and concerns the operator, those they may decide first; and what came of all. */
export function Component() {
  const { t } = useTranslation('operator');
  const [link, setLink] = useState<string>();
  const [kind, setKind] = useState<WaitingAction | ''>('');
  const query = approvalsApi.useListWaitingQuery({});
  return (
    <Console title={t('approvals.title')}>
      <Hint>{t('approvals.text')}</Hint>
      {link !== undefined && <NewLink link={link} />}
      <Loaded query={query} waiting={<SkeletonCard />}>
        {({ waiting }, stamp) => (
          <>
            {stamp}
            {waiting.length === 0 && (
              <Card>
                <Empty icon={approvalsIcon} text={t('approvals.empty')} />
              </Card>
            )}
            {[...waiting]
              .sort((a, b) => Number(b.yours) - Number(a.yours))
              .map((of) => (
                <WaitingCard key={of.id} of={of} onLink={setLink} />
              ))}
          </>
        )}
      </Loaded>
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
