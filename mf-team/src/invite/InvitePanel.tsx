import {
  Button,
  Buttons,
  Centred,
  Code,
  Hint,
  Panel,
  QrPicture,
  Segmented,
  SkeletonRows,
  Summary,
  useCopy,
} from '@trellis/kit';
import { Loaded, LoadFailure, lazyPart, usePart } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teamApi } from '../api.ts';
import type { Side } from '../chart/treeWindow.ts';
import { copyIcon, shareIcon } from '../icons.ts';
import { inviteLink } from './inviteLink.ts';

/** Some kilobytes that nobody needs who only looks at the chart. */
const encoder = lazyPart('team', () => import(/* webpackChunkName: "qr" */ './qrSvg.ts'));

/** The own invitation link for one side, to show, to copy or to hand to another app. */
export function InvitePanel({ startSide }: { startSide: Side }) {
  const { t } = useTranslation('team');
  const query = teamApi.useGetInviteQuery({});
  const copy = useCopy();
  const [side, setSide] = useState(startSide);
  const [qr, retryQr] = usePart(encoder);
  return (
    <Loaded query={query} waiting={<SkeletonRows count={1} />}>
      {({ code, joined }) => {
        const link = inviteLink(code, side, window.location.origin);
        return (
          <>
            <Segmented
              label={t('invite.side')}
              labelHidden
              value={side}
              onChange={setSide}
              options={[
                { value: 'left', label: t('side.left') },
                { value: 'right', label: t('side.right') },
              ]}
            />
            {qr?.failure && <LoadFailure failure={qr.failure} onRetry={retryQr} />}
            <Centred>
              {qr?.module && <QrPicture marked svg={qr.module.qrSvg(link)} alt={t('invite.qr')} />}
              <strong translate="no">{code}</strong>
              <Hint>{t(placementText[side])}</Hint>
            </Centred>
            <Panel>
              <p>
                <Code>{link}</Code>
              </p>
            </Panel>
            {joined.left + joined.right > 0 && (
              <Summary
                rows={[
                  { label: t('invite.joinedLeft'), value: t('chart.people', { count: joined.left }) },
                  { label: t('invite.joinedRight'), value: t('chart.people', { count: joined.right }) },
                ]}
              />
            )}
            <Buttons>
              {typeof navigator.share === 'function' && (
                <Button icon={shareIcon} onClick={() => void share(link)}>
                  {t('invite.share')}
                </Button>
              )}
              <Button
                icon={copyIcon}
                // Where a phone cannot share, this is the act.
                kind={typeof navigator.share === 'function' ? 'quiet' : undefined}
                onClick={() => void copy(link, t('invite.copied'))}
              >
                {t('invite.copy')}
              </Button>
            </Buttons>
          </>
        );
      }}
    </Loaded>
  );
}

const placementText = { left: 'invite.placementLeft', right: 'invite.placementRight' } as const;

async function share(url: string): Promise<void> {
  try {
    await navigator.share({ url });
  } catch {
    // Closed without sharing: nothing to say.
  }
}
