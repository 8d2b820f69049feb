import { Button, Notice } from '@trellis/kit';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { differencesOf, isChanged } from './differences.ts';
import { Since } from './Since.tsx';
import type { WithdrawalFile } from './withdrawalTexts.ts';

interface Looked {
  /** What an action names: of what the reader has looked at, and of nothing newer. */
  readonly revision: number;
  /** Why nothing is sent now. */
  readonly blocked: string | undefined;
  /** What others did meanwhile, before a word of the sheet; nothing while it is as it was. */
  readonly since: ReactNode;
}

/**
 * What stood there when the sheet was opened. If it is another by now, the sheet keeps all that was typed, shows what has
 * changed, and sends nothing before the reader has said that they looked again.
 */
export function useLooked(file: WithdrawalFile): Looked {
  const { t } = useTranslation('operator');
  const [looked, setLooked] = useState(file);
  const changed = isChanged(looked, file);
  return {
    revision: looked.revision,
    blocked: changed ? t('withdrawals.lookFirst') : undefined,
    since: changed && (
      <>
        <Notice tone="warning" title={t('withdrawals.changed')} urgent>
          {t('withdrawals.changedText')}
        </Notice>
        <Since differences={differencesOf(looked, file)} />
        <Button kind="quiet" size="small" onClick={() => setLooked(file)}>
          {t('withdrawals.lookedAgain')}
        </Button>
      </>
    ),
  };
}
