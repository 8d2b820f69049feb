import { type FeatureName, featuresOf, overlayPolicy, servedRelease, workerPath } from '@trellis/api-contract';
import { boot, registry } from '../boot/document.ts';

/** Trusted Types: only what a policy has made of an address may become a script. */
interface ScriptPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: Partial<ScriptPolicy> & { createHTML?(html: string): string }): ScriptPolicy;
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

const workerAddress = new URL(workerPath, document.baseURI).href;
const below = (bases: readonly string[]): ScriptPolicy => ({
  createScriptURL(url) {
    const { href } = new URL(url, document.baseURI);
    if (href !== workerAddress && !bases.some((base) => href.startsWith(base)))
      throw new TypeError(`Not in the registry: ${url}`);
    return url;
  },
});
const baseOf = (name: FeatureName): readonly string[] => {
  const release = registry.features[name];
  return release ? [new URL(release.base, document.baseURI).href] : [];
};

/** Makes a policy before anybody else can; `undefined` where the page's own policy does not know its name. */
function made(name: string, bases: readonly string[]): ScriptPolicy | undefined {
  const rules = below(bases);
  try {
    return trustedTypes ? trustedTypes.createPolicy(name, rules) : rules;
  } catch {
    return undefined;
  }
}

const features = featuresOf(boot.audience).map(({ name }) => name);
/** For the entries of all features of the page. */
export const entryPolicy = made('entry', features.flatMap(baseOf)) ?? below([]);
/**
 * For the chunks of one feature each. Made here, so that no feature makes one in the name of another; the shell's own was made
 * when this file came, which is a chunk of it.
 */
const own = new Map(features.map((name) => [`app_${name}`, made(`app_${name}`, baseOf(name))]));

// Where the shell comes from a development server, so does what is laid over a page that does not build.
if (__TRELLIS_RELEASE__ === servedRelease)
  own.set(overlayPolicy, trustedTypes?.createPolicy(overlayPolicy, { createHTML: (html) => html }));

// What webpack gives a feature asks for its policy by name: it gets the one made here, whatever rules it brings.
if (trustedTypes)
  Object.defineProperty(trustedTypes, 'createPolicy', {
    configurable: false,
    writable: false,
    value(name: string): ScriptPolicy {
      const policy = own.get(name);
      if (!policy) throw new TypeError(`The loader makes the policies: there is no ${name}`);
      return policy;
    },
  });
