import { Sheet } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { Side } from '../chart/treeWindow.ts';
import { InvitePanel } from './InvitePanel.tsx';

/** The invitation, over the chart. */
export function InviteSheet({ side, onClose }: { side: Side; onClose: () => void }) {
  const { t } = useTranslation('team');
  return (
    <Sheet title={t('invite.title')} onClose={onClose}>
      <InvitePanel startSide={side} />
    </Sheet>
  );
}
