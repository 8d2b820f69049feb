/**
 * The oldest browsers that members have: about three years of each, and Chromium 108 for the web views and browsers of
 * phones that get no more. The README says the same; what a build makes is for these, a test looks into the built files for
 * whatever one of them lacks, and a journey runs in the oldest Chromium itself.
 */
export const oldestBrowsers = {
  chrome: [108, 0],
  samsung: [21, 0],
  firefox: [115, 0],
  safari: [16, 4],
  ios_saf: [16, 4],
} as const;

/** The language of scripts that all of them run. */
export const scriptLanguage = 'es2022';

/** For the minifier of stylesheets, which writes what they lack in other words where it can: `light-dark()`. */
export const styleTargets: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(oldestBrowsers).map(([name, [major, minor]]) => [name, (major << 16) | (minor << 8)]),
);
