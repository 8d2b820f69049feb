/** How a release loaded so far. A member counts once, and has failed if any of their loads did. */
export interface LoadCounts {
  readonly members: number;
  readonly failed: number;
}

/** What may be judged by, and how much of it hangs on few. */
export interface WeighedLoads extends LoadCounts {
  /** That failures come from. */
  readonly networks: number;
  /** Failures of accounts that are too young, or were not here before: reported, and not counted. */
  readonly outsiders: number;
  /** Without the networks that most failures come from. */
  readonly elsewhere: LoadCounts;
}

export interface Verdict {
  readonly failing: boolean;
  /** With near certainty at least this share of members fails: what the verdict goes by. */
  readonly atLeast: number;
  /** … and with near certainty at most this one. */
  readonly atMost: number;
  /** What it may be. */
  readonly allowed: number;
  readonly word: VerdictWord;
}

/** The verdict in a word: too few have it to say anything, it is well, or it fails for too many. */
export const verdictWords = ['tooFew', 'well', 'failing'] as const;
export type VerdictWord = (typeof verdictWords)[number];

/** Fewer members say nothing. */
const leastMembers = 10;
const leastFailed = 5;
/** One in about ten thousand: the release is looked at over and over, and every look is a chance to be wrong. */
const deviations = 3.7;
/** Failures that hang on as few networks as this are no verdict: somebody may sit there and report what they like. */
export const leftOutNetworks = 2;
/** A share of failures that a busy day on mobile networks can have. */
const tolerated = 0.02;
/**
 * The same of errors that something in a screen throws. They are shown and take no release away: a page throws in browsers
 * with extensions and in translated pages for reasons that cannot always be distinguished, and most goes on without the member.
 */
const toleratedThrown = 0.05;
/** A disturbance of the network hits old and new alike: then the new one may fail as the old does, and more. */
const timesUsual = 3;

/**
 * Whether a release fails for more members than can be chance.
 * @param usual how what is live alongside it, or was before it, loads
 * @param least what it may be in any case
 */
export function judge(counts: LoadCounts, usual: LoadCounts | undefined, least = tolerated): Verdict {
  const usualShare = usual && usual.members >= leastMembers ? usual.failed / usual.members : 0;
  const allowed = Math.max(least, Math.min(1, timesUsual * usualShare));
  const [atLeast, atMost] = bounds(counts);
  const enough = counts.members >= leastMembers;
  const failing = enough && counts.failed >= leastFailed && atLeast > allowed;
  return { failing, atLeast, atMost, allowed, word: wordOf(enough, failing) };
}

/** What is made of the errors that screens throw. */
export const judgeThrown = (thrown: LoadCounts): VerdictWord => judge(thrown, undefined, toleratedThrown).word;

const wordOf = (enough: boolean, failing: boolean): VerdictWord => {
  if (failing) return 'failing';
  return enough ? 'well' : 'tooFew';
};

/** As `judge`, and that it holds also without the networks that most failures come from. */
export function judgeWeighed(loads: WeighedLoads, usual: LoadCounts | undefined): Verdict {
  const verdict = judge(loads, usual);
  const failing = verdict.failing && judge(loads.elsewhere, usual).failing;
  return { ...verdict, failing, word: wordOf(verdict.word !== 'tooFew', failing) };
}

/** The ends of Wilson's interval for a share; of nobody everything may be. */
function bounds({ members, failed }: LoadCounts): readonly [atLeast: number, atMost: number] {
  if (members === 0) return [0, 1];
  const share = failed / members;
  const square = deviations ** 2;
  const middle = share + square / (2 * members);
  const spread = deviations * Math.sqrt((share * (1 - share)) / members + square / (4 * members ** 2));
  const whole = 1 + square / members;
  return [Math.max(0, (middle - spread) / whole), Math.min(1, (middle + spread) / whole)];
}
