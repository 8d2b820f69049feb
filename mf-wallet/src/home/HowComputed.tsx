import { minorOf, money } from '@trellis/api-contract';
import { ExactAmounts, Hint, isZero, Sheet, Summary, TextLink, Tips } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addedUnits, type Balances, totalsByState } from '../balances/byState.ts';
import { stateText } from '../balances/stateTexts.ts';
import { Answers } from '../help/Answers.tsx';

const explanations = {
  available: 'how.available',
  locked: 'how.locked',
  pending: 'how.pending',
  staked: 'how.staked',
  points: 'how.points',
} as const;

/** What the numbers of the total are made of, with the member's own figures. */
export function HowComputed({ balances }: { balances: Balances }) {
  const { t } = useTranslation('wallet');
  const [open, setOpen] = useState(false);
  const held = balances.balances.filter((balance) => !isZero(balance.money));
  const units = addedUnits(balances.balances);
  const isOneToOne = minorOf(balances.stakes.staked) === minorOf(balances.stakes.basis);
  const states = new Set(totalsByState(balances).map(({ kind }) => kind));
  const parts = held.map(({ unit, state, money: amount }) => ({
    label: unit === 'RP' ? unit : t('state.of', { unit, state: t(stateText[state]) }),
    // Each contract at the rate it was bought at: so the rows are the sum.
    value: unit === 'CP' ? balances.stakes.basis : amount,
  }));
  return (
    <>
      <TextLink onClick={() => setOpen(true)}>{t('how.link')}</TextLink>
      {open && (
        <Sheet title={t('how.title')} onClose={() => setOpen(false)}>
          <ExactAmounts value={true}>
            <Summary
              total
              rows={[
                ...parts,
                { label: t('total.label'), value: held.length === 0 ? money(0n, 'USD') : balances.total },
              ]}
            />
          </ExactAmounts>
          {units.length > 1 && (
            <Hint>{t(isOneToOne ? 'total.adds' : 'total.addsAtRate', { units: units.join(' + ') })}</Hint>
          )}
          <Tips items={[t('how.total'), ...[...states].map((kind) => t(explanations[kind]))]} />
          <Answers to={['units']} />
        </Sheet>
      )}
    </>
  );
}
