import { approvalPolicies, type WaitingAction } from '@trellis/api-contract/operator';
import { Button, Buttons, Hint, Section } from '@trellis/kit';
import { type ReactNode, useState } from 'react';
import { ToPlace } from '../../frame/Unknown.tsx';
import { useMay } from '../../frame/useMay.ts';
import { ApprovalHistory } from './ApprovalHistory.tsx';

interface AskedSectionProps {
  readonly action: WaitingAction;
  readonly title: string;
  /** What it is for, to whoever may ask and to whoever only looks. */
  readonly texts: { readonly may: string; readonly notYours: string; readonly ask: string };
  readonly sheet: (close: () => void) => ReactNode;
}

/** What takes two people: one asks here, another approves; and everything of its kind that was asked for. */
export function AskedSection({ action, title, texts, sheet }: AskedSectionProps) {
  const may = useMay(approvalPolicies[action]);
  const [open, setOpen] = useState(false);
  return (
    <Section title={title}>
      <Hint>{may ? texts.may : texts.notYours}</Hint>
      <Buttons>
        {may && (
          <Button size="small" onClick={() => setOpen(true)}>
            {texts.ask}
          </Button>
        )}
        <ToPlace to="/approvals" />
      </Buttons>
      <ApprovalHistory action={action} />
      {open && sheet(() => setOpen(false))}
    </Section>
  );
}
