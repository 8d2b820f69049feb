import { afterEach, expect, test } from '@jest/globals';
import { keepInstallPrompt } from '../boot/installPrompt.ts';
import { installWay } from './installWay.ts';

const safari = (device: string) =>
  `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`;
const [iphone, mac] = [safari('iPhone; CPU iPhone OS 18_5 like Mac OS X'), safari('Macintosh; Intel Mac OS X 10_15_7')];
const android = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

function isInstalled(is: boolean): void {
  Object.assign(window, { matchMedia: (query: string) => ({ matches: is && query === '(display-mode: standalone)' }) });
}
afterEach(() => isInstalled(false));
isInstalled(false);

test.each([
  [iphone, 5, 'ios'],
  // An iPad calls itself a Mac.
  [mac, 5, 'ios'],
  [mac, 0, undefined],
  [android, 5, 'android'],
  [windows, 0, undefined],
  // Inside another app nothing is put anywhere.
  [`${iphone} Line/15.1`, 5, undefined],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile KAKAOTALK/11.0', 5, undefined],
] as const)('%s with %d points to touch: %s', (userAgent, maxTouchPoints, way) => {
  expect(installWay({ userAgent, maxTouchPoints })).toBe(way);
});

test('where it runs from the home screen there is no way to it; where the browser offers to ask, that is the way', () => {
  isInstalled(true);
  expect(installWay({ userAgent: iphone, maxTouchPoints: 5 })).toBeUndefined();
  isInstalled(false);
  keepInstallPrompt();
  const offer = new Event('beforeinstallprompt', { cancelable: true });
  window.dispatchEvent(offer);
  // Or the browser shows a bar of its own.
  expect(offer.defaultPrevented).toBe(true);
  expect(installWay({ userAgent: windows, maxTouchPoints: 0 })).toBe('browser');
});
