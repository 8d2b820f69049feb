import { Card, Ends, IconButton, SkeletonCard } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { RecordDetails } from './RecordDetails.tsx';
import { kindText } from './RecordList.tsx';
import * as styles from './RecordPanel.module.css';

interface RecordPanelProps {
  readonly id: string;
  /** Whoever has just opened it is led to its heading. */
  readonly focused: boolean;
  readonly onClose: () => void;
}

/** One record alongside the list that it stands in, at the address of its own. */
export function RecordPanel({ id, focused, onClose }: RecordPanelProps) {
  const { t } = useTranslation('wallet');
  const { t: kit } = useTranslation('kit');
  const heading = useRef<HTMLHeadingElement>(null);
  const query = walletApi.useGetRecordQuery({ id });
  useEffect(() => {
    if (focused) heading.current?.focus({ preventScroll: true });
    // As it opens: a filter that is chosen later keeps the focus.
  }, []);
  const title = query.data ? t(kindText(query.data.kind)) : t('record.detail');
  return (
    <div className={styles.panel}>
      <Card label={title}>
        <Ends>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <IconButton label={kit('sheet.close')} icon="close" onClick={onClose} />
        </Ends>
        <Loaded query={query} waiting={<SkeletonCard />}>
          {(record) => <RecordDetails record={record} />}
        </Loaded>
      </Card>
    </div>
  );
}
