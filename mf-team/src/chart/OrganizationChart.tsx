import { Hint, Pane, SkeletonRows, Unseen, useDates } from '@trellis/kit';
import { Loaded, SuspensionNotice } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teamApi } from '../api.ts';
import { InviteSheet } from '../invite/InviteSheet.tsx';
import { MemberSearch } from './MemberSearch.tsx';
import { MemberSheet } from './MemberSheet.tsx';
import { MoveTools } from './MoveTools.tsx';
import * as styles from './OrganizationChart.module.css';
import { Tree } from './Tree.tsx';
import { TreeList } from './TreeList.tsx';
import { focusOf, movesOf, type Side, sideOfPlace, type TeamNode, type TeamWindow } from './treeWindow.ts';

/** The organization chart: one window of the team at a time, and the moves between windows. */
export function OrganizationChart() {
  const [focus, setFocus] = useState<string>();
  const query = teamApi.useGetTeamWindowQuery(focus === undefined ? {} : { focus });
  return (
    <Loaded query={query} waiting={<SkeletonRows place="team" />}>
      {(window, stamp) => (
        <>
          {query.error !== undefined && stamp}
          <Chart window={window} onFocus={(id) => setFocus(id === window.own ? undefined : id)} />
        </>
      )}
    </Loaded>
  );
}

function Chart({ window, onFocus }: { window: TeamWindow; onFocus: (id: string) => void }) {
  const { t } = useTranslation('team');
  const { dateTime } = useDates();
  const [invited, setInvited] = useState<Side>();
  const [opened, setOpened] = useState<TeamNode>();
  // Below another member a place cannot be chosen: the newcomer goes to the outer end of one of the own sides.
  const invite = (position: string) =>
    setInvited(sideOfPlace(window.focus === window.own ? position : '', focusOf(window)?.side ?? 'left'));
  return (
    <>
      <div className={styles.columns}>
        <Pane>
          <SuspensionNotice />
          <MemberSearch onFound={onFocus} />
          <Tree window={window} onOpen={setOpened} onInvite={invite} />
          <MoveTools moves={movesOf(window)} onFocus={onFocus} />
          <Hint>{t('chart.asOf', { time: dateTime(window.asOf) })}</Hint>
        </Pane>
        <Pane>
          <Unseen live>{t('chart.focus', { username: focusOf(window)?.username })}</Unseen>
          <TreeList window={window} onFocus={onFocus} />
        </Pane>
      </div>
      {opened && (
        <MemberSheet
          node={opened}
          isFocus={opened.id === window.focus}
          onFocus={onFocus}
          onClose={() => setOpened(undefined)}
        />
      )}
      {invited !== undefined && <InviteSheet side={invited} onClose={() => setInvited(undefined)} />}
    </>
  );
}
