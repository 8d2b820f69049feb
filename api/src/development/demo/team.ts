import type { Language } from '@trellis/api-contract';

export interface DemoMember {
  readonly username: string;
  readonly sponsor: string;
  readonly side: 'left' | 'right';
  readonly language: Language;
  /** USD to start with. */
  readonly usd: number;
}

/** Development only: these are printed at start and stand in the README. */
export const demoPassword = 'Lattice-7-Window';
export const demoRoot = 'demo';
export const demoInvitation = 'DEMO2026';

/** A small team: four levels, both sides, with `demo` at its head. */
export const demoTeam: readonly DemoMember[] = [
  { username: 'demoleft', sponsor: 'demo', side: 'left', language: 'en', usd: 900 },
  { username: 'demoright', sponsor: 'demo', side: 'right', language: 'jp', usd: 1200 },
  { username: 'hana', sponsor: 'demoleft', side: 'left', language: 'jp', usd: 320 },
  { username: 'minjun', sponsor: 'demoleft', side: 'right', language: 'ko', usd: 410 },
  { username: 'lihua', sponsor: 'demoright', side: 'left', language: 'zh', usd: 275 },
  { username: 'emma', sponsor: 'demoright', side: 'right', language: 'en', usd: 640 },
  { username: 'ren', sponsor: 'hana', side: 'left', language: 'jp', usd: 150 },
  { username: 'yuna', sponsor: 'hana', side: 'right', language: 'ko', usd: 90 },
  { username: 'jisoo', sponsor: 'minjun', side: 'left', language: 'ko', usd: 60 },
  { username: 'sora', sponsor: 'minjun', side: 'right', language: 'jp', usd: 45 },
  { username: 'weijie', sponsor: 'lihua', side: 'left', language: 'zh', usd: 130 },
  { username: 'xinyi', sponsor: 'lihua', side: 'right', language: 'zh', usd: 75 },
  { username: 'oliver', sponsor: 'emma', side: 'left', language: 'en', usd: 220 },
  { username: 'noah', sponsor: 'ren', side: 'left', language: 'en', usd: 35 },
];

/** What a USD is about worth in a few currencies of those who read the product. */
export const demoDisplayRates = { EUR: '0.87', JPY: '156', CNY: '7.1', KRW: '1470' } as const;
