import { type GemLevel, gemLevels } from '@trellis/kit/gem';

/** The stone of a level; of one that came after this release, the plainest. */
export const stoneOf = (level: string): GemLevel => gemLevels.find((stone) => stone === level.toLowerCase()) ?? 'clear';
