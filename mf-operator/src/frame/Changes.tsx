import { isDay } from '@trellis/api-contract';
import { useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { differences } from './differences.ts';
import * as styles from './LogEntry.module.css';
import { Moment } from './Moment.tsx';

interface ChangesProps {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** In the reader's words; without them facts are said as the log has them. */
  readonly words?: {
    readonly nameOf: (name: string) => string;
    readonly sayValue: (name: string, text: string) => string;
  };
}

/** What stood there and what stands there now, line by line; what stayed is there once. Days and moments are the reader's. */
export function Changes({ before, after, words }: ChangesProps) {
  const { t } = useTranslation('operator');
  const { day } = useDates();
  const valueText = (name: string, text: string): ReactNode => {
    if (momentPattern.test(text)) return <Moment at={text} />;
    return isDay(text) ? day(text) : (words?.sayValue(name, text) ?? text);
  };
  const said = (name: string, text: string): ReactNode => (
    <>
      {t('frame.name', { name: words?.nameOf(name) ?? name })}
      {valueText(name, text)}
    </>
  );
  return (
    <ul className={styles.changes} translate="no">
      {differences(before, after).map(({ name, was, is }) => (
        <li key={name}>
          {was === is ? (
            is !== undefined && said(name, is)
          ) : (
            <>
              {was !== undefined && <del>{said(name, was)}</del>}
              {is !== undefined && <ins>{said(name, is)}</ins>}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** As the log has moments, in UTC. */
const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)$/;
