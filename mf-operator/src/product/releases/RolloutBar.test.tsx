import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { showPart, startParts } from '../../../../shell/jest/showPart.tsx';
import type { ReleaseHealth } from '../../api.ts';
import { HealthTable } from './HealthTable.tsx';
import { RolloutBar } from './RolloutBar.tsx';

beforeAll(startParts);
afterEach(cleanup);

const rita = { name: 'rita', roles: ['releases' as const] };

test('while a release is rolled out, both are named with who has them; without one there is no bar', () => {
  const { container } = showPart(<RolloutBar stable="1-a" candidate={{ release: '2-b', share: 525 }} />, rita);
  expect(container.textContent).toBe('1-areleases.place.live 94.75%2-breleases.place.candidate 5.25%');
  expect(container.querySelector('[aria-hidden]')?.getAttribute('style')).toContain('--value: 0.0525');
  cleanup();
  expect(showPart(<RolloutBar stable="1-a" candidate={null} />, rita).container.textContent).toBe('');
});

const release = (more: Partial<ReleaseHealth> = {}): ReleaseHealth =>
  ({
    ...{ release: '1-a', place: 'live', verdict: 'tooFew', members: 0, failed: 0 },
    ...{ from: '2026-03-09T15:04:00.000Z', to: '2026-03-09T16:04:00.000Z', atLeast: 0, atMost: 1, allowed: 0.02 },
    ...{ failures: [], uses: [], securityFix: false, trial: null },
    thrown: { members: 0, verdict: 'tooFew', places: [] },
    firstPaint: { loads: 0, p50: null, p95: null },
    ...more,
  }) as ReleaseHealth;
const rowsOf = (...releases: ReleaseHealth[]) => {
  const { container } = showPart(<HealthTable releases={releases} />, rita);
  return {
    rows: [...container.querySelectorAll('tbody th')].map((row) => row.textContent),
    text: container.textContent,
  };
};

test('rows without data are named in one line, unless one of the releases has some', () => {
  const none = rowsOf(release());
  expect(none.rows).toEqual(['releases.verdict', 'releases.people', 'releases.limit', 'releases.since']);
  expect(none.text).toContain('releases.tooLittle');
  cleanup();
  const some = rowsOf(
    release({ members: 200, failed: 1, firstPaint: { loads: 3, p50: null, p95: null } }),
    release({ release: '2-b' }),
  );
  expect(some.rows).toEqual(
    expect.arrayContaining(['releases.failedFor', 'releases.share', 'releases.nearlyCertain', 'releases.paintLoads']),
  );
  expect(some.rows).not.toContain('releases.paintHalf');
  expect(some.text).toContain('releases.tooFew');
});
