import type { RecordKind } from '@trellis/api-contract';
import { shownText, useToast } from '@trellis/kit';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { kindText } from '../records/RecordList.tsx';

/** What comes to a member without an act of theirs. */
const landing: readonly RecordKind[] = ['deposit', 'transfer_in', 'team_bonus', 'package_release'];
/** As short as a phone can say that something is there. */
const tickMs = 12;

/**
 * Says what came in while the page is open, once; the figures roll to what they are now by themselves.
 * @param isNew the member has no records yet: the first one comes in, too
 * @param isCovered somebody may look over the reader's shoulder: how much it was is not said
 */
export function useLanded(isNew: boolean, isCovered: boolean): void {
  const { t } = useTranslation('wallet');
  const toast = useToast();
  const { data } = walletApi.useListRecordsInfiniteQuery({}, { skip: isNew });
  const records = data?.pages[0]?.records;
  /** The newest of those that were there; `undefined` while that is not known. */
  const newest = useRef<string>(undefined);
  useEffect(() => {
    if (isNew) newest.current = '';
    if (!records) return;
    const before = newest.current;
    newest.current = records[0]?.id ?? '';
    const at = before === '' ? records.length : records.findIndex(({ id }) => id === before);
    const came = records.slice(0, Math.max(0, at)).find(({ kind }) => landing.includes(kind));
    if (came === undefined) return;
    const what = t(kindText(came.kind));
    toast(isCovered ? what : `${what} +${shownText(came.money)}`);
    // Before the first press a browser refuses, and complains.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(tickMs);
    // Words, and whether amounts are covered, are those of the moment in which it came.
  }, [records, isNew]);
}
