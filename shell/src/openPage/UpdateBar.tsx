import { Bar, followUnfinished, IconButton, TextLink } from '@trellis/kit';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPath, useNavigation } from 'react-router-dom';
import { isBusy } from './busy.ts';

/**
 * Offers the new release. While the page is busy it is out of sight, but keeps its room: a form must not jump under the
 * finger that fills it in.
 */
export function UpdateBar({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation('shell');
  const { location: next } = useNavigation();
  const [busy, look] = useBusy();
  const update = () => {
    // What a button filled in is noticed here at the latest.
    if (look()) return;
    if (next) window.location.assign(createPath(next));
    else window.location.reload();
  };
  return (
    <Bar hidden={busy}>
      <p>{t('update.ready')}</p>
      <TextLink onClick={update}>{t('update.now')}</TextLink>
      <IconButton label={t('update.later')} icon="close" onClick={onDismiss} />
    </Bar>
  );
}

/** Whether the page is busy, looked at again whenever something is typed or chosen, and by the returned function. */
function useBusy(): [boolean, () => boolean] {
  const [busy, setBusy] = useState(isBusy);
  const look = useCallback(() => {
    const now = isBusy();
    setBusy(now);
    return now;
  }, []);
  useEffect(() => {
    // The forms of the screen that came with this bar are counted by now.
    look();
    return followUnfinished(look);
  }, [look]);
  return [busy, look];
}
