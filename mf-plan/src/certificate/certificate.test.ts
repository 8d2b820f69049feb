/** @jest-environment node */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { gemLevels } from '@trellis/kit/gem';
import { certificateArt } from './art.ts';
import { checkCertificate } from './checkCertificate.ts';
import { readCertificate } from './readCertificate.ts';

const fields = {
  certificate: 'package 1',
  contract: '0193a1b2-c3d4-7e5f-8a6b-0123456789ab',
  currency: 'USDP',
  level: 'Ruby',
  loops: 9,
  planType: 'level',
  points: '3000.00',
  previous: '0'.repeat(64),
  price: '3000.00',
  reward: '88.767123',
  serial: 128,
  stakeDays: 270,
  startedAt: '2026-03-09T15:04:05Z',
  value: '3000.00',
};
const json = JSON.stringify(fields);
const hash = createHash('sha256').update(json, 'utf8').digest('hex');

describe('the check in the browser', () => {
  test('finds what is unchanged genuine, and any change', async () => {
    expect(await checkCertificate(json, hash)).toBe('genuine');
    expect(await checkCertificate(json.replace('3000.00', '3000.01'), hash)).toBe('altered');
    expect(await checkCertificate(`${json} `, hash)).toBe('altered');
    expect(
      await checkCertificate(
        json,
        hash.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      ),
    ).toBe('altered');
  });

  test('says where it cannot be made', async () => {
    const { crypto } = globalThis;
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      expect(await checkCertificate(json, hash)).toBe('unable');
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    }
  });
});

test('a certificate is read whole or not at all', () => {
  expect(readCertificate(json)).toEqual(fields);
  for (const broken of [
    '',
    '[]',
    'null',
    '"x"',
    JSON.stringify({ ...fields, certificate: 'package 2' }),
    JSON.stringify({ ...fields, serial: 1.5 }),
    JSON.stringify({ ...fields, price: 3000 }),
  ])
    expect(readCertificate(broken)).toBeUndefined();
});

describe('the picture', () => {
  test('is decided by level and serial, to the byte, and small', () => {
    const made = gemLevels.flatMap((level) => [1, 128, 99_999].map((serial) => certificateArt(level, serial, level)));
    expect(new Set(made).size).toBe(made.length);
    expect(made).toEqual(
      gemLevels.flatMap((level) => [1, 128, 99_999].map((serial) => certificateArt(level, serial, level))),
    );
    for (const svg of made) expect(svg.length).toBeLessThan(4_096);
  });

  test('has its title, and nothing that runs or comes from elsewhere', () => {
    const svg = certificateArt('ruby', 128, 'Ruby "<#00128>" & more');
    expect(svg).toContain('<title>Ruby &quot;&lt;#00128&gt;&quot; &amp; more</title>');
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/script|href|https?:|url\(/);
  });
});
