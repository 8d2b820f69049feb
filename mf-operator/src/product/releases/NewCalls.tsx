import { Chip, Hint, Notice, SkeletonRows, Stack } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { type CallChanges, type FeatureReleases, operatorApi } from '../../api.ts';
import * as layout from '../../frame/Layout.module.css';
import { useList } from '../../frame/useList.ts';
import { textKey } from '../../texts/textKey.ts';
import { effectTones } from './effectTones.ts';

type NamedCall = CallChanges['added'][number];

interface NewCallsProps {
  readonly feature: FeatureReleases['feature'];
  /** Of the feature; '' while none is chosen. */
  readonly release: string;
}

/** What a release may call that what is live may not, and the other way round: for whoever decides whether it goes live. */
export function NewCalls({ feature, release }: NewCallsProps) {
  const query = operatorApi.useCompareReleaseCallsQuery({ feature, release }, { skip: release === '' });
  if (release === '') return null;
  return (
    <Loaded query={query} waiting={<SkeletonRows count={1} />}>
      {(changes) => <Changes changes={changes} />}
    </Loaded>
  );
}

function Changes({ changes }: { changes: CallChanges }) {
  const { t } = useTranslation('operator');
  const list = useList();
  const { release, declared, live, added, removed } = changes;
  if (declared === null)
    return (
      <Notice tone="negative" title={t('releases.callsAll', { release })}>
        {t('releases.callsAllText')}
      </Notice>
    );
  if (live !== null && live.declared === null)
    return <Hint>{t('releases.callsFirst', { release, live: live.release, count: declared })}</Hint>;
  const isMarked = added.some(({ effect }) => effect !== null);
  return (
    <Stack>
      {added.length === 0 ? (
        <Hint>{t('releases.callsSame', { release })}</Hint>
      ) : (
        <Notice
          tone={isMarked ? 'warning' : 'neutral'}
          title={t('releases.callsNew', { release, count: added.length })}
          action={<CallList calls={added} />}
        >
          {live === null ? t('releases.callsNoneLive') : t('releases.callsAgainst', { live: live.release })}
        </Notice>
      )}
      {removed.length > 0 && <Hint>{t('releases.callsGone', { calls: list(removed.map(({ name }) => name)) })}</Hint>}
    </Stack>
  );
}

function CallList({ calls }: { calls: readonly NamedCall[] }) {
  const { t } = useTranslation('operator');
  return (
    <ul className={layout.calls}>
      {calls.map(({ name, effect }) => (
        <li key={name}>
          <span translate="no">{name}</span>
          {effect !== null && <Chip tone={effectTones[effect]}>{t(textKey('releases.calls', effect))}</Chip>}
        </li>
      ))}
    </ul>
  );
}
