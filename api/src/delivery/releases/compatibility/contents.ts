import { fallbackMaxBytes, languages, type ReleaseManifest } from '@trellis/api-contract';
import type { FileFault, ReleaseFacts } from '../files/inspection.ts';
import type { SignatureState } from '../files/signing.ts';
import { type Misfit, type MisfitReason, misfit, nameOf } from './misfit.ts';

const digest = /^sha384-[A-Za-z0-9+/]{64}$/;

const signatureMisfits: Readonly<Record<Exclude<SignatureState, 'valid'>, readonly [MisfitReason, string]>> = {
  missing: ['signature.missing', 'there is none: publish it with npm run release -- publish'],
  unknown_key: [
    'signature.unknown_key',
    'made with a key that is not in RELEASE_KEYS: publish it again with one that is',
  ],
  other_feature: [
    'signature.other_feature',
    'made with a key that RELEASE_KEYS lets sign other features alone: publish it again with one that may sign this one',
  ],
  wrong: ['signature.wrong', 'it does not fit release.json, which was changed after it was signed: publish it again'],
};

const fileWords: Readonly<Record<FileFault['fault'], string>> = {
  missing: 'is not there',
  length: 'has another length than release.json says',
  digest: 'has other bytes than release.json says',
};

/** Whether the release is what was published: signature, and every file as the manifest has it. */
export function authenticity(candidate: ReleaseManifest, { signature, files }: ReleaseFacts): Misfit[] {
  const misfits = files.map(({ file, fault }) =>
    misfit(`file.${fault}`, `${file} of ${nameOf(candidate)} ${fileWords[fault]}: build and publish it again`),
  );
  if (signature === 'valid') return misfits;
  const [reason, words] = signatureMisfits[signature];
  return [misfit(reason, `release.sig.json: ${words}`), ...misfits];
}

/** Whether the manifest names, with its digest, everything that the loader will ask for. */
export function completeness(candidate: ReleaseManifest): Misfit[] {
  const { feature, entry, files, chunks } = candidate;
  const misfits: Misfit[] = [];
  for (const [file, { integrity }] of Object.entries(files))
    if (!digest.test(integrity))
      misfits.push(misfit('integrity.malformed', `release.json: files: ${file}: "${integrity}" is no SHA-384 digest`));
  for (const file of new Set([entry, ...Object.values(chunks).flat()]))
    if (!Object.hasOwn(files, file))
      misfits.push(
        misfit('integrity.missing', `release.json: files: ${file} has no digest, so no browser would run it`),
      );
  if (!entry.endsWith('.js')) misfits.push(misfit('entry.malformed', `release.json: entry: ${entry} is not a script`));
  const start = feature === 'shell' ? 'shell' : 'feature';
  if (!chunks[start]?.length)
    misfits.push(misfit('chunk.missing', `release.json: chunks: ${start}, which starts the release, is missing`));
  return [...misfits, ...globalName(candidate)];
}

/** Two releases under one global would run each other's code. */
function globalName({ feature, release, global }: ReleaseManifest): Misfit[] {
  const expected = `app_${feature}@${release}`;
  return global === expected
    ? []
    : [
        misfit(
          'global.wrong',
          `release.json: global: ${global} is not this release's own name: it must be ${expected}`,
        ),
      ];
}

/** All four languages, with their texts and the words for when the feature does not load. */
export function words({ feature, chunks, ...candidate }: ReleaseManifest): Misfit[] {
  return languages.flatMap((language) => {
    const file = `src/texts/${language}.json`;
    const misfits: Misfit[] = [];
    if (!candidate.languages.includes(language))
      misfits.push(misfit('language.lacking', `${file}: ${language} is missing`));
    if (!chunks[`texts-${language}`]?.length)
      misfits.push(misfit('language.without_chunk', `src/feature.ts: no chunk texts-${language} brings ${file}`));
    // The shell is never in a feature's place: nothing would be left to show its words.
    if (feature === 'shell') return misfits;
    const fallback = candidate.fallback?.[language];
    const bytes = Buffer.byteLength(JSON.stringify(fallback ?? null));
    if (!fallback) misfits.push(misfit('fallback.lacking', `${file}: fallback.title and fallback.text are missing`));
    else if (fallback.title.trim() === '' || fallback.text.trim() === '')
      misfits.push(misfit('fallback.empty', `${file}: fallback.title or fallback.text is empty`));
    else if (bytes > fallbackMaxBytes)
      misfits.push(
        misfit(
          'fallback.too_long',
          `${file}: fallback.title and fallback.text take ${bytes} bytes, ${fallbackMaxBytes} are allowed`,
        ),
      );
    return misfits;
  });
}
