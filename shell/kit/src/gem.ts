/** Stones of packages and certificates. Who needs them bundles them: they know nothing of a page. */
export * from './gem/cuts.ts';
export * from './gem/Gem.tsx';
export * from './gem/gemPaths.ts';
