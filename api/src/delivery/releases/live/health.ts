/** How a release loaded so far. A member counts once, and has failed if any of their loads did. */
export interface LoadCounts {
  readonly members: number;
  readonly failed: number;
}

/** What may be judged by, and how much of it hangs on few. */
export interface WeighedLoads extends LoadCounts {
  /** That failures come from. */
  readonly networks: number;
  /** Failures of accounts that are too young, or were not here before: told, and not counted. */
  readonly strangers: number;
  /** Without the networks that most failures come from. */
  readonly elsewhere: LoadCounts;
}

export interface Verdict {
  readonly failing: boolean;
  /** With near certainty at least this share of members fails: what the verdict goes by. */
  readonly atLeast: number;
  /** What it may be. */
  readonly allowed: number;
}

/** Fewer members say nothing. */
const leastMembers = 10;
const leastFailed = 5;
/** One in about ten thousand: the release is looked at over and over, and every look is a chance to be wrong. */
const deviations = 3.7;
/** Failures that hang on as few networks as this are no verdict: somebody may sit there and report what they like. */
export const leftOutNetworks = 2;
/** A share of failures that a busy day on mobile networks can have. */
const tolerated = 0.02;
/** A disturbance of the network hits old and new alike: then the new one may fail as the old does, and more. */
const timesUsual = 3;

/**
 * Whether a release fails for more members than can be chance.
 * @param usual how what is live beside it, or was before it, loads
 */
export function judge(counts: LoadCounts, usual: LoadCounts | undefined): Verdict {
  const usualShare = usual && usual.members >= leastMembers ? usual.failed / usual.members : 0;
  const allowed = Math.max(tolerated, Math.min(1, timesUsual * usualShare));
  const atLeast = lowerBound(counts);
  return {
    failing: counts.members >= leastMembers && counts.failed >= leastFailed && atLeast > allowed,
    atLeast,
    allowed,
  };
}

/** As `judge`, and that it holds also without the networks that most failures come from. */
export function judgeWeighed(loads: WeighedLoads, usual: LoadCounts | undefined): Verdict {
  const verdict = judge(loads, usual);
  return { ...verdict, failing: verdict.failing && judge(loads.elsewhere, usual).failing };
}

/** Lower end of Wilson's interval for a share. */
function lowerBound({ members, failed }: LoadCounts): number {
  if (members === 0) return 0;
  const share = failed / members;
  const square = deviations ** 2;
  const middle = share + square / (2 * members);
  const spread = deviations * Math.sqrt((share * (1 - share)) / members + square / (4 * members ** 2));
  return Math.max(0, (middle - spread) / (1 + square / members));
}
