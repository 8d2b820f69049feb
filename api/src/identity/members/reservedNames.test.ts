import { expect, test } from '@jest/globals';
import { ReservedNames } from './reservedNames.ts';

const reserved = new ReservedNames('Trellis');

test.each(
  (
    'TrellisSupport trellissupport TrellisOffice Trellis1 mytrellis TreIIis Tre11is trel1i5 supportdesk admin1 1admin ' +
    'adm1n AdminTeam customercare supp0rt supp0rt24 5upport 0fficial official2026 helpdesk TheSupport root sysadmin ' +
    'moderator1 5ystern securityteam serviceonline kefu kefu01 operator ADMIN help walletsupport supportjp'
  ).split(' '),
)('%s passes for the product', (name) => {
  expect(reserved.has(name)).toBe(true);
});

test.each(
  (
    'badminton adminah groot roots staffan supporter helper helena rooted servicio operatic ruth demo hana lihua ' +
    'member1 user7 wallet99 team24 proof payton officer ming kim2026 trelliz crypto stakes'
  ).split(' '),
)('%s is a name', (name) => {
  expect(reserved.has(name)).toBe(false);
});

test('the product is whatever it is called', () => {
  const grove = new ReservedNames('Grove Harbour');
  expect(['GroveHarbour', 'gr0veharb0urHelp', 'mygroveharbour'].map((name) => grove.has(name))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['grove', 'harbour', 'TrellisOffice'].map((name) => grove.has(name))).toEqual([false, false, false]);
  // A short one is in many words.
  const pay = new ReservedNames('Pax');
  expect(['pax', 'PaxSupport', 'pax24'].map((name) => pay.has(name))).toEqual([true, true, true]);
  expect(['paxton', 'spax'].map((name) => pay.has(name))).toEqual([false, false]);
});
