import { featureNames, languages, type ReleaseManifest } from '@trellis/api-contract';
import { z } from 'zod';

/** More than any build writes, for readers of what comes from elsewhere. */
export const mostManifestBytes = 1 << 20;
export const mostSignatureBytes = 4096;

/** A name that stays inside its folder, as assets are served. */
export const plainName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/, { error: 'is not a plain file name' });
const words = z.strictObject({ title: z.string(), text: z.string() });

/** The shape of `release.json` alone; what it says is the compatibility check's business. */
const manifestShape = z.strictObject({
  feature: z.enum(['shell', ...featureNames]),
  release: plainName,
  // Releases from before it was recorded are kept too.
  commit: z.string().nullable().default(null),
  contract: z.int(),
  shared: z.record(z.string(), z.string()),
  offers: z.record(z.string(), z.string()).optional(),
  entry: z.string(),
  global: z.string(),
  routes: z.array(z.strictObject({ path: z.string(), screen: z.string(), flow: z.literal(true).optional() })),
  calls: z
    .array(z.string().regex(/^[A-Za-z]{1,60}$/))
    .max(1_000)
    .optional(),
  languages: z.array(z.enum(languages)),
  fallback: z.partialRecord(z.enum(languages), words).optional(),
  files: z.record(plainName, z.strictObject({ integrity: z.string(), bytes: z.int().min(0) })),
  chunks: z.record(z.string(), z.array(z.string())),
});

export type ParsedManifest =
  | { readonly manifest: ReleaseManifest; readonly fault?: undefined }
  | { readonly manifest?: undefined; readonly fault: string };

/** Reads the content of a `release.json`, or says in a few words what is wrong with it. */
export function parseManifest(content: string): ParsedManifest {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return { fault: 'it is not JSON' };
  }
  const parsed = manifestShape.safeParse(json);
  // A language without fallback words is let through to the compatibility check, which can name it.
  if (parsed.success) return { manifest: parsed.data as ReleaseManifest };
  const [issue] = parsed.error.issues;
  return { fault: `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'wrong'}` };
}
