import { Hint, Select } from '@trellis/kit';
import { TextArea } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import { type FeatureReleases, operatorApi, type Switchable } from '../../api.ts';
import { type ShownProps, sheetsOf } from '../../frame/actionSheets.tsx';
import { NewCalls } from './NewCalls.tsx';
import { ShareSheet } from './ShareSheet.tsx';
import { belowFloor, floorsOf, namesIn, rollable } from './shareSteps.ts';
import { waysBack } from './waysBack.ts';

const sheet = sheetsOf<FeatureReleases>();
const switchSheet = sheetsOf<{ readonly feature: Switchable }>();
const faults = ['releases.reasonLoad', 'releases.reasonFigures', 'releases.reasonSlow'];
type Choice = ShownProps<FeatureReleases, string>;

const optionsOf = (releases: readonly string[]) => releases.map((each) => ({ value: each, label: each }));
const lowest = (releases: FeatureReleases): string => belowFloor(releases)[0] ?? '';

/** What can be done with a feature's releases, each in its sheet. */
export const releaseSheets = {
  share: ShareSheet,
  /** Before the roll-out, or alongside it; all of them each time, so that two who press see each other's. */
  members: sheet(operatorApi.useGiveReleaseToMembersMutation, {
    title: 'releases.membersTitle',
    consequence: 'releases.membersText',
    submitLabel: 'releases.nameMembers',
    done: 'releases.done',
    reasons: ['releases.reasonTrial'],
    values: ({ feature }) => ({ feature }),
    asksCode: true,
    start: (releases) => ({ release: rollable(releases)[0] ?? '', names: namedNow(releases).join(' ') }),
    Shown: Named,
    wrong: ({ names }, releases) => wrongNames(namesIn(names), namedNow(releases)),
    input: (releases, words, { release, names }) => ({
      ...{ feature: releases.feature, release, members: namesIn(names), ...words },
      from: namedNow(releases),
    }),
  }),
  /** One step back, or to any release that is kept. It is always named: two who press at once go one step, and not two. */
  back: sheet(operatorApi.useRollBackReleaseMutation, {
    title: 'releases.backTitle',
    consequence: 'releases.backText',
    submitLabel: 'releases.back',
    done: 'releases.done',
    reasons: faults,
    values: ({ feature }) => ({ feature }),
    danger: true,
    start: (releases) => waysBack(releases)[0] ?? '',
    Shown: BackTo,
    input: ({ feature }, words, release) => ({ feature, release, ...words }),
  }),
  /** Its place shows a notice, and everything else goes on. */
  off: switchSheet(operatorApi.useSwitchFeatureOffMutation, {
    title: 'releases.offTitle',
    consequence: ({ feature }) => (feature === 'worker' ? 'releases.workerOffText' : 'releases.offText'),
    submitLabel: 'releases.switchOff',
    done: 'releases.done',
    reasons: faults,
    values: ({ feature }) => ({ feature }),
    danger: true,
    input: ({ feature }, words) => ({ feature, ...words }),
  }),
  /** What was live before is there again, once somebody else has approved. */
  on: switchSheet(operatorApi.useSwitchFeatureOnMutation, {
    title: 'releases.onTitle',
    consequence: ({ feature }) => (feature === 'worker' ? 'releases.workerOnText' : 'releases.onAskText'),
    submitLabel: 'action.ask',
    done: 'action.sent',
    values: ({ feature }) => ({ feature }),
    asksCode: true,
    confirmPhrase: ({ feature }) => feature,
    input: ({ feature }, words) => ({ feature, ...words }),
  }),
  /** What is live stays, whatever is reported of it: only somebody takes it away. */
  pin: sheet(operatorApi.usePinReleaseMutation, {
    title: 'releases.pinTitle',
    consequence: 'releases.pinText',
    submitLabel: 'releases.pin',
    reasons: ['releases.reasonKnown'],
    values: ({ feature, stable }) => ({ release: `${feature} ${stable}` }),
    asksCode: true,
    input: ({ feature }, words) => ({ feature, ...words }),
  }),
  unpin: sheet(operatorApi.useUnpinReleaseMutation, {
    title: 'releases.unpinTitle',
    consequence: 'releases.unpinText',
    submitLabel: 'releases.unpin',
    reasons: ['releases.reasonWatched'],
    values: ({ feature, pinned }) => ({ release: `${feature} ${pinned}` }),
    asksCode: true,
    input: ({ feature }, words) => ({ feature, ...words }),
  }),
  /** Nothing older goes live again, unless two people say so. */
  floor: sheet(operatorApi.useRaiseReleaseFloorMutation, {
    title: 'releases.floorTitle',
    consequence: 'releases.floorText',
    submitLabel: 'releases.raiseFloor',
    reasons: ['releases.reasonHole'],
    values: ({ feature }) => ({ feature }),
    asksCode: true,
    start: (releases) => floorsOf(releases)[0] ?? '',
    Shown: Floor,
    input: ({ feature }, words, release) => ({ feature, release, ...words }),
  }),
  /** Below the floor one person only asks. */
  below: sheet(operatorApi.useActivateReleaseMutation, {
    title: 'releases.belowTitle',
    consequence: 'releases.belowText',
    submitLabel: 'action.ask',
    done: 'action.sent',
    values: ({ feature, floor }) => ({ feature, floor: floor ?? '' }),
    asksCode: true,
    start: lowest,
    Shown: (props) => <Below {...props} label="releases.release" />,
    confirmPhrase: (_, release) => release,
    input: ({ feature }, words, release) => ({ feature, release, belowFloor: true as const, ...words }),
  }),
  /** The floor was raised too far: one person only asks for it to be lower. */
  lower: sheet(operatorApi.useRaiseReleaseFloorMutation, {
    title: 'releases.lowerTitle',
    consequence: 'releases.lowerText',
    submitLabel: 'action.ask',
    done: 'action.sent',
    values: ({ feature, floor }) => ({ feature, floor: floor ?? '' }),
    asksCode: true,
    start: lowest,
    Shown: (props) => <Below {...props} label="releases.floor" />,
    confirmPhrase: (_, release) => release,
    input: ({ feature }, words, release) => ({ feature, release, lower: true as const, ...words }),
  }),
} as const;

const mostNamed = 50;
const namedNow = ({ candidate }: FeatureReleases): string[] => [...(candidate?.members ?? [])];

function wrongNames(names: readonly string[], now: readonly string[]): string | undefined {
  if (names.length > mostNamed) return 'releases.membersMost';
  return [...names].sort().join() === [...now].sort().join() ? 'releases.membersSame' : undefined;
}

function Named({
  subject: releases,
  value,
  onChange,
}: ShownProps<FeatureReleases, { release: string; names: string }>) {
  const { t } = useTranslation('operator');
  return (
    <>
      {releases.candidate === null && (
        <Select
          label={t('releases.release')}
          value={value.release}
          onChange={(release) => onChange({ ...value, release })}
          options={optionsOf(rollable(releases))}
        />
      )}
      <NewCalls feature={releases.feature} release={value.release} />
      <TextArea
        label={t('releases.membersNames')}
        hint={t('releases.membersHint')}
        value={value.names}
        maxLength={4_000}
        onChange={(names) => onChange({ ...value, names })}
      />
    </>
  );
}

function BackTo({ subject: releases, ...choice }: Choice) {
  const { t } = useTranslation('operator');
  const options = waysBack(releases).map((value) => ({
    value,
    label: value === releases.back ? t('releases.backStep', { release: value }) : value,
  }));
  return (
    <>
      <Select label={t('releases.backTo')} options={options} {...choice} />
      <NewCalls feature={releases.feature} release={choice.value} />
    </>
  );
}

function Floor({ subject: releases, ...choice }: Choice) {
  const { t } = useTranslation('operator');
  const shut = releases.stored.indexOf(choice.value) - belowFloor(releases).length;
  return (
    <>
      <Select label={t('releases.floor')} options={optionsOf(floorsOf(releases))} {...choice} />
      <Hint>{t('releases.floorEffect', { count: shut })}</Hint>
    </>
  );
}

function Below({ subject: releases, label, ...choice }: Choice & { label: string }) {
  const { t } = useTranslation('operator');
  return (
    <>
      <Select label={t(label)} options={optionsOf(belowFloor(releases))} {...choice} />
      <NewCalls feature={releases.feature} release={choice.value} />
    </>
  );
}
