import type { WaitingAction } from '@trellis/api-contract/operator';
import { Card, Empty, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { approvalsIcon } from '../icons.ts';
import { approvalsApi } from './api.ts';
import { NewLink } from './NewLink.tsx';
import { WaitingCard } from './WaitingCard.tsx';

interface WaitingCardsProps {
  /** Only these: where what they are about stands. Nothing is said there while none of them waits. */
  readonly actions?: readonly WaitingAction[];
  /** Only about this operator. */
  readonly operator?: string;
}

/** What waits for a second person, what the reader may decide first; the link of a new operator is shown here, once. */
export function WaitingCards({ actions, operator }: WaitingCardsProps) {
  const { t } = useTranslation('operator');
  const [link, setLink] = useState<string>();
  const query = approvalsApi.useListWaitingQuery({});
  return (
    <>
      {link !== undefined && <NewLink link={link} />}
      <Loaded query={query} waiting={actions ? null : <SkeletonCard />}>
        {({ waiting }, stamp) => (
          <>
            {!actions && stamp}
            {!actions && waiting.length === 0 && (
              <Card>
                <Empty icon={approvalsIcon} text={t('approvals.empty')} />
              </Card>
            )}
            {waiting
              .filter(({ action }) => actions?.includes(action) ?? true)
              .filter(({ after }) => operator === undefined || after?.operator === operator)
              .sort((a, b) => Number(b.yours) - Number(a.yours))
              .map((of) => (
                <WaitingCard key={of.id} of={of} onLink={setLink} />
              ))}
          </>
        )}
      </Loaded>
    </>
  );
}
