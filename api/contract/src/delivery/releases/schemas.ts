import { z } from 'zod';
import { featureNames } from '../../features.ts';
import {
  type LoadOutcome,
  type LoadPhase,
  type LoadReport,
  longestFirstPaintMs,
  mostFrames,
  plainMessage,
} from './releases.ts';

const phases = ['entry', 'chunk', 'style', 'start', 'render', 'run', 'use'] as const satisfies readonly LoadPhase[];
const outcomes = [
  'ok',
  'missing',
  'timeout',
  'other',
  'incompatible',
  'crashed',
  'threw',
  'begun',
  'done',
  'dead',
] as const satisfies readonly LoadOutcome[];

/** `<feature>/<release>/<file>`: nothing of it leads out of the folder of releases. */
const builtFile = /^[a-z]{1,20}\/[A-Za-z0-9][\w.-]{0,79}\/[A-Za-z0-9][\w.-]{0,99}\.(?:js|css)$/;
const count = z.int().min(0).max(9_999_999);

const thrown = z.strictObject({
  screen: z.string().regex(/^[\w:/*-]{0,120}$/, { error: 'field.format' }),
  name: z.string().regex(/^[A-Za-z][A-Za-z ]{0,39}$/, { error: 'field.format' }),
  digest: z.string().regex(/^[0-9a-f]{16}$/, { error: 'field.format' }),
  frames: z
    .array(z.strictObject({ file: z.string().regex(builtFile, { error: 'field.format' }), line: count, column: count }))
    .max(mostFrames),
});

const formerThrown = z.strictObject({
  place: z.string().regex(/^[\w.-]{1,100}:\d{1,7}:\d{1,7}$/, { error: 'field.format' }),
  screen: z.string().max(120),
  // Whatever a page sends, nothing of a member's is kept.
  message: z.string().max(1_000).transform(plainMessage),
});

/** A path among the routes: `/wallet/records/:id`. */
const screenPattern = /^\/[\w:/*-]{0,119}$/;

const loadReport = z.strictObject({
  feature: z.enum(['shell', ...featureNames]),
  release: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/, { error: 'field.format' }),
  phase: z.enum(phases),
  outcome: z.enum(outcomes),
  milliseconds: z.int().min(0).max(600_000),
  firstPaintMs: z.int().min(0).max(longestFirstPaintMs).optional().meta({
    description: 'from the beginning of the load to the first frame with its first screen; not of hidden pages',
  }),
  screen: z
    .string()
    .regex(screenPattern, { error: 'field.format' })
    .optional()
    .meta({ description: 'of what was done on a screen: its path as it stands among the routes' }),
  thrown: z.union([thrown, formerThrown]).optional().meta({
    description:
      'what threw, or did not come, and where: by its name and a digest of its message, never by the message',
  }),
}) satisfies z.ZodType<LoadReport>;

export const releaseSchemas = {
  reportLoads: {
    summary: 'How the releases on a page of mine loaded',
    body: z.strictObject({ reports: z.array(loadReport).min(1).max(20) }),
    response: z.strictObject({}),
  },
};
