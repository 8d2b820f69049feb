import type { Money } from '@trellis/api-contract';
import { Card, Hint, Section, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Account, Solvency } from '../../api.ts';
import { textKey } from '../../texts/textKey.ts';

type Lines = readonly { readonly account: Account; readonly amount: Money }[];

function useLines() {
  const { t } = useTranslation('operator');
  return (lines: Lines) =>
    lines.map(({ account, amount }) => ({ label: t(textKey('solvency.account', account)), value: amount }));
}

/** Held against owed, line by line. */
export function Sides({ solvency: { held, owed, total } }: { solvency: Solvency }) {
  const { t } = useTranslation('operator');
  const rows = useLines();
  const sum = (amount: Money | undefined) => (amount ? [{ label: t('solvency.together'), value: amount }] : []);
  return (
    <Section title={t('solvency.sides')}>
      <Hint>{t('solvency.sidesText')}</Hint>
      <Card title={t('solvency.held')}>
        <Summary rows={[...rows(held), ...sum(total?.held)]} total={total !== null} />
      </Card>
      <Card title={t('solvency.owed')}>
        <Summary rows={[...rows(owed), ...sum(total?.owed)]} total={total !== null} />
      </Card>
    </Section>
  );
}

/** What is the platform's own, and what stands behind units that it issued. */
export function OwnFunds({ solvency: { own, backing } }: { solvency: Solvency }) {
  const { t } = useTranslation('operator');
  const rows = useLines();
  return (
    <>
      <Card title={t('solvency.own')}>
        <Hint>{t('solvency.ownText')}</Hint>
        <Summary rows={rows(own)} />
      </Card>
      <Card title={t('solvency.backing')}>
        <Summary
          rows={backing.flatMap(({ unit, issued, reserve }) => [
            { label: t('solvency.issued', { unit }), value: issued },
            { label: t('solvency.reserveFor', { unit }), value: reserve },
          ])}
        />
      </Card>
    </>
  );
}
