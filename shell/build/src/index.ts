/** The only things a webpack.config.ts needs. */
export type { FeatureBuild } from './featureBuild.ts';
export { makeFeatureConfig } from './featureConfig.ts';
export {
  type LateLibrary,
  lateLibraries,
  type SharedLibrary,
  sharedLibraries,
  sharedNames,
} from './sharedLibraries.ts';
export { makeShellConfig } from './shellConfig.ts';
