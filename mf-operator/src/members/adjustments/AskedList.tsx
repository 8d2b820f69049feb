import { Button, Buttons, Hint } from '@trellis/kit';
import type { PagedState } from '@trellis/shell-sdk';
import { type ReactNode, useState } from 'react';
import { ConsoleList } from '../../frame/ConsoleList.tsx';
import { LogEntries } from '../../frame/LogEntry.tsx';
import { ToPlace } from '../../frame/Unknown.tsx';
import { useMay } from '../../frame/useMay.ts';
import { adjustmentsIcon } from '../../icons.ts';

interface AskedListProps<Page, Row> {
  /** What it is for, to whoever may ask and to whoever only looks. */
  readonly texts: { readonly may: string; readonly notYours: string; readonly ask: string; readonly none: string };
  readonly query: PagedState<Page>;
  readonly rowsOf: (page: Page) => readonly Row[];
  readonly file: string;
  readonly entry: (row: Row) => ReactNode;
  readonly sheet: (close: () => void) => ReactNode;
}

/** Everything of a kind that was asked for and what came of it, the latest first; one treasurer asks, another approves. */
export function AskedList<Page, Row>({ texts, query, rowsOf, file, entry, sheet }: AskedListProps<Page, Row>) {
  const may = useMay('treasury');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Hint>{may ? texts.may : texts.notYours}</Hint>
      <Buttons>
        {may && (
          <Button size="small" onClick={() => setOpen(true)}>
            {texts.ask}
          </Button>
        )}
        <ToPlace to="/approvals" />
      </Buttons>
      <ConsoleList query={query} rowsOf={rowsOf} file={file} empty={{ icon: adjustmentsIcon, text: texts.none }}>
        {(rows) => <LogEntries>{rows.map(entry)}</LogEntries>}
      </ConsoleList>
      {open && sheet(() => setOpen(false))}
    </>
  );
}
