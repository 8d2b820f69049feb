import { type FeatureName, featureNames, type ReleaseManifest, servedRelease } from '@trellis/api-contract';
import type { Settings } from '../../app/settings.ts';
import { releaseKeys } from '../../delivery/releases/files/keys.ts';
import {
  isOverridable,
  isOwnMachine,
  longestOverrideHours,
  signOverride,
} from '../../delivery/releases/files/override.ts';
import { maySign } from '../../delivery/releases/files/signing.ts';
import type { Releasable } from '../../delivery/releases/files/store.ts';
import { ExplainedError } from '../../ground/explainedError.ts';

/**
 * Asks a development server on this machine what it serves, and signs that as a link: whoever opens it in a browser on
 * the same machine sees the feature from there inside the running shell, until the hours are over.
 * @throws ExplainedError if there is no such server or feature, no key to sign with, or the time is too long
 */
export async function overrideLink(config: Settings, name: Releasable, server: string, hours: string): Promise<string> {
  const feature: FeatureName | undefined = featureNames.find((each) => each === name);
  if (!feature || !isOverridable(feature))
    throw new ExplainedError(
      'Only a feature of members can come from elsewhere: the shell is what it comes into, and the console is signed always.',
    );
  if (!isOwnMachine(server))
    throw new ExplainedError(`${server} is not an address of this machine: say http://localhost:3102.`);
  const lasting = Number(hours);
  if (!(lasting > 0 && lasting <= longestOverrideHours))
    throw new ExplainedError(`Say how many hours, at most ${longestOverrideHours}.`);
  const { ring, signer } = releaseKeys(config);
  if (!signer) throw new ExplainedError('There is no key to sign with: set RELEASE_SIGNING_KEY.');
  if (!maySign(ring, signer.id, feature))
    throw new ExplainedError(
      `The key of RELEASE_SIGNING_KEY (${signer.id}) may not sign ${feature}, as RELEASE_KEYS says.`,
    );

  const base = new URL(`/assets/${feature}/${servedRelease}/`, server).href;
  const answer = await fetch(`${base}release.json`).catch(() => undefined);
  if (!answer?.ok)
    throw new ExplainedError(`${server} serves no ${feature}: start it with npm run dev -- mf-${feature}.`);
  const { release, entry, global, contract, shared } = (await answer.json()) as ReleaseManifest;
  const now = Date.now();
  const token = signOverride(
    {
      feature,
      release: { release, base, entry, global, integrity: '', contract, shared },
      signedAt: new Date(now),
      expiresAt: new Date(now + lasting * 3_600_000),
    },
    signer,
  );
  return `${config.publicOrigin}/override?token=${token}`;
}
