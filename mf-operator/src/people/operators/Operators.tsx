import { Button, Buttons, Code, Hint, Panel, SkeletonRows } from '@trellis/kit';
import { Loaded, useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListedOperator, operatorApi } from '../../api.ts';
import { Console } from '../../frame/Console.tsx';
import { Updated } from '../../frame/Updated.tsx';
import { useMay } from '../../frame/useMay.ts';
import { WaitingOperators } from '../../queues/approvals/WaitingCards.tsx';
import { hasApprover } from './approvers.ts';
import { InviteSheet, type NewWord } from './InviteSheet.tsx';
import { OperatorRows } from './OperatorRows.tsx';

/** `/operators`: who may what, and was last there when; who is new comes by two admins. */
export function Component() {
  const { t } = useTranslation('operator');
  return (
    <Console screen="operators" title={t('operators.title')} text={t('operators.text')}>
      <Listed />
    </Console>
  );
}

function Listed() {
  const mayChange = useMay('operators');
  const query = operatorApi.useListOperatorsQuery({});
  return (
    <Loaded query={query} waiting={<SkeletonRows />}>
      {({ operators }, stamp) => (
        <>
          <Updated stamp={stamp} />
          {mayChange && <WaitingOperators />}
          {mayChange && <Invite operators={operators} />}
          <OperatorRows operators={operators} />
        </>
      )}
    </Loaded>
  );
}

function Invite({ operators }: { operators: readonly ListedOperator[] }) {
  const { t } = useTranslation('operator');
  const me = useOperator()?.name;
  const [open, setOpen] = useState(false);
  const [word, setWord] = useState<NewWord>();
  if (!hasApprover(operators, me)) return <Hint>{t('operators.noSecond')}</Hint>;
  return (
    <>
      {word && (
        <Panel>
          <strong>{t('operators.word', { name: word.name })}</strong>
          <Code>{word.word}</Code>
          <Hint>{t('operators.wordText')}</Hint>
        </Panel>
      )}
      <Buttons>
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {t('operators.invite')}
        </Button>
      </Buttons>
      {open && <InviteSheet onWord={setWord} onClose={() => setOpen(false)} />}
    </>
  );
}
