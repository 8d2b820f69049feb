/**
 * Webpack loader: a feature's chunk names get the feature's name in front. Features name their chunks alike (`home`,
 * `texts-en`), and one build would put all chunks of one name into one file.
 */
export default function ownChunkNames(this: { readonly resourcePath: string }, source: string): string {
  const [, feature] = /[\\/]mf-([a-z]+)[\\/]src[\\/]/.exec(this.resourcePath) ?? [];
  return feature === undefined ? source : source.replaceAll(/(webpackChunkName: ")/g, `$1${feature}-`);
}
