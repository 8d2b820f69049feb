/** The feature that the development build puts on a page of its own. */
declare module 'standalone-feature' {
  const feature: import('../feature/feature.ts').FeatureModule;
  export default feature;
}

/** Where the API of that page is. */
declare const __TRELLIS_API_ORIGIN__: string;
