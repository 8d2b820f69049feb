import { Card, Empty, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { NewLink } from '../approvals/NewLink.tsx';
import { WaitingCard } from '../approvals/WaitingCard.tsx';
import { Console } from '../frame/Console.tsx';
import { approvalsIcon } from '../icons.ts';

/** `/approvals`: everything that waits for a second person and concerns the operator, those they may decide first. */
export function Component() {
  const { t } = useTranslation('operator');
  const [link, setLink] = useState<string>();
  const query = operatorApi.useListWaitingQuery({});
  return (
    <Console screen="approvals" title={t('approvals.title')} text={t('approvals.text')}>
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
    </Console>
  );
}
