import type { RecordKind } from '@trellis/api-contract';
import { Card, Section, Segmented } from '@trellis/kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindText, NoRecords, RecordList } from './RecordList.tsx';

interface KindRecordsProps {
  readonly title: string;
  /** What will be in the list. */
  readonly emptyText: string;
  /** Out first, then in. */
  readonly kinds: readonly [RecordKind, RecordKind];
}

/** Records of one flow: what went out, or what came in. */
export function KindRecords({ title, emptyText, kinds }: KindRecordsProps) {
  const { t } = useTranslation('wallet');
  const [kind, setKind] = useState(kinds[0]);
  return (
    <Section title={title}>
      <Segmented
        label={t('record.filter')}
        labelHidden
        value={kind}
        onChange={setKind}
        options={kinds.map((value) => ({ value, label: t(kindText(value)) }))}
      />
      <RecordList
        key={kind}
        filter={{ kind }}
        empty={
          <Card>
            <NoRecords detail={emptyText} />
          </Card>
        }
      />
    </Section>
  );
}
