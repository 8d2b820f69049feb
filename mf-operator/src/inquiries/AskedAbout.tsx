import { Rows, Section, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { operatorApi } from '../api.ts';
import { HitRow } from '../find/HitRow.tsx';

/** What the member asks about, as it stands now, and the way there. */
export function AskedAbout({ about }: { about: string }) {
  const { t } = useTranslation('operator');
  const query = operatorApi.useFindAnythingQuery({ q: about });
  return (
    <Section title={t('inquiries.askedAbout')}>
      <Loaded query={query} waiting={<SkeletonRows count={1} />}>
        {({ hits }) => (
          <Rows label={t('inquiries.askedAbout')}>
            {/* A withdrawal is found by its record, too: what says more is said alone. */}
            {hits
              .filter(({ kind }) => kind !== 'record' || hits.length === 1)
              .map((hit) => (
                <HitRow key={hit.kind} hit={hit} />
              ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}
