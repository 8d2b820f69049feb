import type { OutputOf } from '@trellis/api-contract';

export type TimelineLine = OutputOf<'operator', 'getMemberTimeline'>['lines'][number];
export type LineOf<Kind extends TimelineLine['kind']> = Extract<TimelineLine, { kind: Kind }>;
export type UnitEquation = OutputOf<'operator', 'getMemberEquation'>['units'][number];
