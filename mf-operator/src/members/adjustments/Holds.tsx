import { Button, Buttons, Filters, Hint } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../../api.ts';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { useMay } from '../../frame/useMay.ts';
import { adjustmentsIcon } from '../../icons.ts';
import { HoldCard } from './HoldCard.tsx';
import { HoldSheet } from './HoldSheet.tsx';

type Shown = '' | 'open' | 'released';

/** What is or was held of the team bonus: stopped by one reviewer, and let go by another. */
export function Holds() {
  const { t } = useTranslation('operator');
  const may = useMay('review');
  const [open, setOpen] = useState(false);
  const [state, setState] = useState<Shown>('open');
  const search = state === '' ? {} : { state };
  return (
    <>
      <Hint>{t(may ? 'adjustments.holdsText' : 'adjustments.holdsNotYours')}</Hint>
      {may && (
        <Buttons>
          <Button size="small" kind="danger" onClick={() => setOpen(true)}>
            {t('adjustments.hold')}
          </Button>
        </Buttons>
      )}
      <ConsoleList
        query={operatorApi.useListBonusHoldsInfiniteQuery(search)}
        rowsOf={({ holds }) => holds}
        search={search}
        csv="/bonus/holds.csv"
        empty={{
          icon: adjustmentsIcon,
          text: t(state === '' ? 'adjustments.noHold' : 'adjustments.noHoldSuch'),
          onClear: state !== '' && (() => setState('')),
        }}
        filters={
          <Filters<Shown>
            label={t('adjustments.show')}
            value={state}
            onChange={setState}
            options={[
              { value: 'open', label: t('adjustments.held') },
              { value: 'released', label: t('adjustments.released') },
              { value: '', label: t('audit.all') },
            ]}
          />
        }
      >
        {(holds) => holds.map((hold) => <HoldCard key={hold.id} hold={hold} may={may} />)}
      </ConsoleList>
      {open && <HoldSheet onClose={() => setOpen(false)} />}
    </>
  );
}
