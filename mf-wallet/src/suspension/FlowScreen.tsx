import { Pane, Screen, SkeletonCard } from '@trellis/kit';
import { Loaded, type QueryState, SuspensionNotice, useSession } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface FlowScreenProps<Terms> {
  readonly title: string;
  /** What the flow goes by. */
  readonly query: QueryState<Terms>;
  /** What a suspended member still reads. */
  readonly records: ReactNode;
  /** The flow, a screen of its own. */
  readonly children: (terms: Terms) => ReactNode;
}

/** Before a money flow: its terms have to be there, and its member must not be suspended. */
export function FlowScreen<Terms>({ title, query, records, children }: FlowScreenProps<Terms>) {
  const { t } = useTranslation('wallet');
  const { member } = useSession();
  const suspended = member?.suspended === true;
  if (!suspended && query.data !== undefined) return children(query.data);
  return (
    <Screen title={title} back="/wallet" layout="panes">
      {suspended ? (
        <>
          <Pane>
            <SuspensionNotice>{t('suspended.text')}</SuspensionNotice>
          </Pane>
          <Pane>{records}</Pane>
        </>
      ) : (
        <Loaded query={query} waiting={<SkeletonCard hero />}>
          {() => null}
        </Loaded>
      )}
    </Screen>
  );
}
