import { Chip, Notice, Row, Rows, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Reader } from '../../api.ts';
import { Moment } from '../../frame/Moment.tsx';
import { textKey } from '../../texts/textKey.ts';

/** How far each chain is read; one that stands still is the loudest line, because nothing is credited while it does. */
export function Readers({ readers }: { readers: readonly Reader[] }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  return (
    <>
      {readers.map(
        ({ chain, kind, haltedAt, haltedReason }) =>
          haltedAt !== null && (
            <Notice key={`${chain} ${kind}`} tone="negative" title={t('deposits.halted', { chain })}>
              {t('deposits.haltedText', { at: dateTime(haltedAt), reason: haltedReason ?? '' })}
            </Notice>
          ),
      )}
      {readers.length > 0 && (
        <Rows label={t('deposits.readers')}>
          {readers.map(({ chain, kind, nextBlock, head, lookedAt, haltedAt }) => (
            <Row
              key={`${chain} ${kind}`}
              title={t(textKey('deposits.reader', kind), { chain })}
              detail={lookedAt === null ? t('deposits.neverLooked') : <Moment at={lookedAt} />}
              end={
                <Chip tone={haltedAt === null ? 'positive' : 'negative'}>
                  {t(haltedAt === null ? 'deposits.reads' : 'deposits.stands')}
                </Chip>
              }
              endDetail={t('deposits.blocks', { next: nextBlock, head })}
            />
          ))}
        </Rows>
      )}
    </>
  );
}
