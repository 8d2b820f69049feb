import type { FeatureName, ScreenRoute } from '@trellis/api-contract';

/** What a feature says of itself in its `webpack.config.ts`. */
export interface FeatureBuild {
  readonly feature: FeatureName;
  /** The feature's workspace: `import.meta.dirname` of its webpack.config.ts. */
  readonly directory: string;
  /** Its screens as data; they go into `release.json`, where the server finds which files an address needs. */
  readonly routes: readonly ScreenRoute[];
  /** Folders of texts in other packages, as patterns, one file a language in each, that become texts of this feature. */
  readonly texts?: readonly string[];
  /** Port of the feature's own page in `npm run dev`. */
  readonly port?: number;
}
