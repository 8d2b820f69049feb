import { SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi, type Waiting } from '../../api.ts';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { approvalsIcon } from '../../icons.ts';
import { NewLink } from './NewLink.tsx';
import { WaitingCard } from './WaitingCard.tsx';

const yoursFirst = (a: Waiting, b: Waiting): number => Number(b.yours) - Number(a.yours);

/** What waits for a second person, what the reader may decide first; the link of a new operator is shown here, once. */
export function WaitingCards() {
  const { t } = useTranslation('operator');
  const [link, setLink] = useState<string>();
  return (
    <>
      {link !== undefined && <NewLink link={link} />}
      <ConsoleList
        query={operatorApi.useListWaitingInfiniteQuery({})}
        rowsOf={({ waiting }) => [...waiting].sort(yoursFirst)}
        empty={{ icon: approvalsIcon, text: t('approvals.empty') }}
      >
        {(waiting) => waiting.map((request) => <WaitingCard key={request.id} request={request} onLink={setLink} />)}
      </ConsoleList>
    </>
  );
}

/** The same where operators stand, of changes to them alone: to one of them, or to all. Without any there is nothing. */
export function WaitingOperators({ operator }: { readonly operator?: string }) {
  const [link, setLink] = useState<string>();
  return (
    <>
      {link !== undefined && <NewLink link={link} />}
      <Loaded query={operatorApi.useListWaitingInfiniteQuery({ domain: 'operator' })} waiting={<SkeletonCard />}>
        {({ pages }) =>
          pages
            .flatMap(({ waiting }) => waiting)
            .filter(({ after }) => operator === undefined || after?.operator === operator)
            .sort(yoursFirst)
            .map((request) => <WaitingCard key={request.id} request={request} onLink={setLink} />)
        }
      </Loaded>
    </>
  );
}
