import type { ErrorEntry } from '../../../entries.ts';

export const releaseOperatorErrors = {
  /** What only the machine that stores releases can say: a sentence in English. */
  'release.refused': { status: 409, title: '{reason}' },
  'release.none_live': { status: 409, title: 'Nothing is live for {feature}. Make a release live first' },
  'release.live_already': { status: 409, title: '{feature} {release} is live for everyone already' },
  'release.none_before': { status: 409, title: '{feature} has had no release before this one' },
  'release.never_live': {
    status: 409,
    title: '{feature} {release} was never live, so you can’t roll back to it. Make it live instead',
  },
  'release.shell_off': { status: 409, title: 'The shell can’t be turned off: nothing would be left' },
  'release.not_off': { status: 409, title: '{feature} is not off' },
  'release.live_older': {
    status: 409,
    title: '{feature} {live} is live and older. Make {release} or a newer one live first',
  },
  'release.floor_changed': { status: 409, title: 'The floor of {feature} is now {floor}' },
  'release.not_below_floor': { status: 409, title: '{feature} {release} is not below the floor' },
  'release.below_floor': {
    status: 409,
    title: '{feature} {release} is older than the floor {floor}, which was set for safety. Publish a newer release',
  },
  'release.unknown': { status: 409, title: 'There is no release {release} of {feature}. Known are: {known}' },
  'release.share_changed': { status: 409, title: '{feature} {release} is now at {percent}%. Please check again' },
  'release.members_changed': {
    status: 409,
    title: 'Other members have {feature} {release} now. Please check again',
  },
  'release.none_named': { status: 422, title: '{feature} {release} is rolled out to nobody yet. Name its members' },
  'release.unknown_members': { status: 422, title: 'There’s no member {names}' },
  'release.not_for_members': { status: 409, title: '{feature} is not for members, so nobody can be named' },
  'release.rolled_out': {
    status: 409,
    title:
      '{feature} {release} is being rolled out, to {percent}% since {since}, by {by}: agree with them, take it back, or say that this one takes its place (--instead {release})',
  },
  'release.does_not_load': { status: 409, title: '{feature} {release} does not load in a browser: {fault}' },
  'release.does_not_fit': { status: 409, title: '{feature} {release} cannot be made live:\n{misfits}' },
} as const satisfies Record<string, ErrorEntry>;
