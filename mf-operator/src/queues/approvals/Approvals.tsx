import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { atOnce, ConsoleList } from '../../frame/ConsoleList.tsx';
import { approvalsIcon } from '../../icons.ts';
import { NewLink } from './NewLink.tsx';
import { WaitingCard } from './WaitingCard.tsx';

/** `/approvals`: everything that waits for a second person and concerns the operator, those they may decide first. */
export function Component() {
  const { t } = useTranslation('operator');
  const [link, setLink] = useState<string>();
  return (
    <Console screen="approvals" title={t('approvals.title')} text={t('approvals.text')}>
      {link !== undefined && <NewLink link={link} />}
      <ConsoleList
        query={atOnce(operatorApi.useListWaitingQuery({}))}
        rowsOf={({ waiting }) => [...waiting].sort((a, b) => Number(b.yours) - Number(a.yours))}
        empty={{ icon: approvalsIcon, text: t('approvals.empty') }}
      >
        {(waiting) => waiting.map((of) => <WaitingCard key={of.id} of={of} onLink={setLink} />)}
      </ConsoleList>
    </Console>
  );
}
