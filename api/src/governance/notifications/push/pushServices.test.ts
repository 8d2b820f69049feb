import { expect, test } from '@jest/globals';
import { isPushService } from './pushServices.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/x:y',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/Qx',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('%s is a push service', (endpoint) => expect(isPushService(endpoint, false)).toBe(true));

test.each([
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'http://127.0.0.1/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilpush.apple.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://u@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@evil.example/x',
  'https://169.254.169.254/',
  'https://[::1]/',
  'javascript:1',
  `https://fcm.googleapis.com/${'x'.repeat(2_048)}`,
  '',
])('%s is none', (endpoint) => expect(isPushService(endpoint, false)).toBe(false));

test('in development one on this machine is, and no other', () => {
  expect(isPushService('http://127.0.0.1:4000/x', true)).toBe(true);
  for (const other of ['http://localhost.evil.example/x', 'http://192.168.0.1/x', 'http://u:p@127.0.0.1/x'])
    expect(isPushService(other, true)).toBe(false);
});
