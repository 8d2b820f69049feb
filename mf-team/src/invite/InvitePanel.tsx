import { Button, Buttons, Code, Hint, Panel, Segmented, SkeletonRows, useCopy } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teamApi } from '../api.ts';
import type { Side } from '../chart/treeWindow.ts';
import { copyIcon, shareIcon } from '../icons.ts';
import { inviteLink } from './inviteLink.ts';

/** The own invitation link for one side, to copy or to hand to another app. */
export function InvitePanel({ startSide }: { startSide: Side }) {
  const { t } = useTranslation('team');
  const query = teamApi.useGetInviteQuery({});
  const copy = useCopy();
  const [side, setSide] = useState(startSide);
  return (
    <Loaded query={query} waiting={<SkeletonRows count={1} />}>
      {({ code }) => {
        const link = inviteLink(code, side, window.location.origin);
        return (
          <>
            <Segmented
              label={t('invite.side')}
              value={side}
              onChange={setSide}
              options={[
                { value: 'left', label: t('side.left') },
                { value: 'right', label: t('side.right') },
              ]}
            />
            <Panel>
              <p>
                <Code>{link}</Code>
              </p>
            </Panel>
            <Hint>{t('invite.placement')}</Hint>
            <Buttons>
              <Button size="small" icon={copyIcon} onClick={() => void copy(link, t('invite.copied'))}>
                {t('invite.copy')}
              </Button>
              {typeof navigator.share === 'function' && (
                <Button size="small" kind="quiet" icon={shareIcon} onClick={() => void share(link)}>
                  {t('invite.share')}
                </Button>
              )}
            </Buttons>
          </>
        );
      }}
    </Loaded>
  );
}

async function share(url: string): Promise<void> {
  try {
    await navigator.share({ url });
  } catch {
    // Closed without sharing: nothing to say.
  }
}
