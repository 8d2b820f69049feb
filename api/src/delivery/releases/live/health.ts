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

/** What people managed to do on a screen; each counts once. */
export interface UseCounts {
  /** Who typed or pressed something there. */
  readonly begun: number;
  /** Who got something done there. */
  readonly done: number;
  /** Who pressed a button that nothing came of. */
  readonly dead: number;
}

/** The same as it may be judged by. */
export interface WeighedUse extends UseCounts {
  readonly screen: string;
  /** Presses without an answer, without the networks that most of them come from. */
  readonly elsewhere: LoadCounts;
  /** Of those who began long enough ago to have finished, without the networks where most did not: who finished. */
  readonly finished: { readonly members: number; readonly done: number };
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
export const leastFailed = 5;
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

/** So much of what they usually manage is too little. */
const leastOfUsual = 0.5;

/**
 * What is made of what people manage on one screen: `dead` where nothing comes of what too many press, `unfinished` where far
 * fewer finish than with what they had before.
 * @param usual the same screen of the release that it is compared with
 * @param isAlongside that one is used in the same hours: only then a share of those who finish says something of a release, and
 *   not of the day, of a rule that was changed, or of what operators have stopped
 */
export function judgeUse(
  use: WeighedUse,
  usual: WeighedUse | undefined,
  isAlongside: boolean,
): { readonly word: VerdictWord; readonly why?: 'dead' | 'unfinished' } {
  const pressed: LoadCounts = { members: use.begun, failed: use.dead };
  const usually = usual && { members: usual.begun, failed: usual.dead };
  const { word } = judge(pressed, usually);
  if (word === 'failing' && judge(use.elsewhere, usually).failing) return { word, why: 'dead' };
  if (isAlongside && usual && mostThatFinish(use) < leastOfUsual * leastThatFinish(usual))
    return { word: 'failing', why: 'unfinished' };
  return { word: wordOf(word !== 'tooFew', false) };
}

const mostThatFinish = ({ finished: { members, done } }: WeighedUse): number => bounds({ members, failed: done })[1];
const leastThatFinish = ({ finished: { members, done } }: WeighedUse): number => bounds({ members, failed: done })[0];

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
