import { Button, Buttons, Card, Empty, Filters, Hint, SkeletonRows, TextLink } from '@trellis/kit';
import { PagedList } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportLink } from '../frame/ExportLink.tsx';
import { adjustmentsIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';
import { adjustmentsApi } from './api.ts';
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
  const query = adjustmentsApi.useListBonusHoldsInfiniteQuery(search);
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
      <PagedList query={query} waiting={<SkeletonRows />} more={t('audit.more')}>
        {({ holds }, stamp) =>
          holds.length === 0 ? (
            <Card>
              <Empty
                icon={adjustmentsIcon}
                text={t(state === '' ? 'adjustments.noHold' : 'adjustments.noHoldSuch')}
                action={state !== '' && <TextLink onClick={() => setState('')}>{t('audit.clear')}</TextLink>}
              />
            </Card>
          ) : (
            <>
              {stamp !== false && <ExportLink path="/bonus/holds.csv" search={search} found="whole" />}
              {holds.map((of) => (
                <HoldCard key={of.id} of={of} may={may} />
              ))}
            </>
          )
        }
      </PagedList>
      {open && <HoldSheet onClose={() => setOpen(false)} />}
    </>
  );
}
