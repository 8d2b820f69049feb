import type { Unit } from '@trellis/api-contract';
import {
  Card,
  Chip,
  Filters,
  Hint,
  moneyText,
  Notice,
  SignedAmount,
  SkeletonCard,
  Summary,
  TextLink,
} from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi, type UnitEquation } from '../../api.ts';

/** What came and went of a member's money, against what is there. */
export function Equation({ username }: { username: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useGetMemberEquationQuery({ username });
  return (
    <Loaded query={query} waiting={<SkeletonCard />}>
      {({ access, units }) => {
        if (access === 'none') return null;
        const [first] = units;
        return first === undefined ? (
          <Card title={t('history.equation')}>
            <Hint>{t('history.noMoney')}</Hint>
          </Card>
        ) : (
          <Units units={units} first={first} byInquiry={access === 'inquiry'} />
        );
      }}
    </Loaded>
  );
}

interface UnitsProps {
  readonly units: readonly UnitEquation[];
  readonly first: UnitEquation;
  /** Whoever looks sees money only because the member waits for an answer. */
  readonly byInquiry: boolean;
}

/** One unit at a time; those that do not add up say so whichever is shown. */
function Units({ units, first, byInquiry }: UnitsProps) {
  const { t } = useTranslation('operator');
  const [chosen, setChosen] = useState<Unit>(first.unit);
  const shown = units.find(({ unit }) => unit === chosen) ?? first;
  const wrong = units.filter((each) => each.sum.amount !== each.held.amount);
  return (
    <Card
      title={t('history.equation')}
      action={
        <Chip tone={wrong.length === 0 ? 'positive' : 'negative'}>
          {t(wrong.length === 0 ? 'history.addsUp' : 'history.differs')}
        </Chip>
      }
    >
      {byInquiry && <Hint>{t('history.byInquiry')}</Hint>}
      {wrong.map(({ unit, sum, held }) => (
        <Notice key={unit} tone="negative" urgent action={<TextLink to="/incident">{t('history.incident')}</TextLink>}>
          {t('history.differsText', { sum: moneyText(sum), held: moneyText(held) })}
        </Notice>
      ))}
      {units.length > 1 && (
        <Filters
          label={t('history.unit')}
          value={shown.unit}
          onChange={setChosen}
          options={units.map(({ unit }) => ({ value: unit, label: unit }))}
        />
      )}
      <Summary
        total
        rows={[
          // The names of kinds come with the contract; one that is newer than this release has none.
          ...shown.parts.map(({ kind, money }) => ({
            label: t([`journal.${kind}`, 'history.otherKind']),
            value: <SignedAmount money={money} />,
          })),
          { label: t('history.held'), value: shown.held },
        ]}
      />
    </Card>
  );
}
