import { z } from 'zod';
import { featureNames } from '../features.ts';
import { type LoadOutcome, type LoadPhase, type LoadReport, longestFirstPaintMs } from '../releases.ts';

const phases = ['entry', 'chunk', 'style', 'start', 'render'] as const satisfies readonly LoadPhase[];
const outcomes = [
  'ok',
  'missing',
  'timeout',
  'other',
  'incompatible',
  'crashed',
] as const satisfies readonly LoadOutcome[];

const loadReport = z.strictObject({
  feature: z.enum(['shell', ...featureNames]),
  release: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/, { error: 'field.format' }),
  phase: z.enum(phases),
  outcome: z.enum(outcomes),
  milliseconds: z.int().min(0).max(600_000),
  firstPaintMs: z.int().min(0).max(longestFirstPaintMs).optional().meta({
    description: 'from the beginning of the load to the first frame with its first screen; not of hidden pages',
  }),
}) satisfies z.ZodType<LoadReport>;

export const releaseSchemas = {
  reportLoads: {
    summary: 'How the releases on a page of mine loaded',
    body: z.strictObject({ reports: z.array(loadReport).min(1).max(20) }),
    response: z.strictObject({}),
  },
};
