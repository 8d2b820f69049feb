import { expect, test } from '@jest/globals';
import { wayOut } from './inAppBrowser.ts';

const page = 'https://trellis.example/signup?code=DEMO2026&side=left';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['LINE', `${phone} Safari Line/14.1.0`, { address: `${page}&openExternalBrowser=1` }],
  [
    'KakaoTalk',
    `${phone} Mobile/15E148 KAKAOTALK 10.4.0`,
    {
      address:
        'kakaotalk://web/openExternal?url=https%3A%2F%2Ftrellis.example%2Fsignup%3Fcode%3DDEMO2026%26side%3Dleft',
    },
  ],
  ['WeChat', `${phone} MicroMessenger/8.0.42`, {}],
  ['Instagram', `${phone} Instagram 300.0.0`, {}],
  ['Facebook', `${phone} [FBAN/FBIOS;FBAV/440.0]`, {}],
  ['Safari', `${phone} Version/17.0 Mobile/15E148 Safari/604.1`, undefined],
  ['a headline about Line', `${phone} Baseline/1.0 Online/2`, undefined],
])('the way out of %s', (_app, userAgent, way) => {
  expect(wayOut(userAgent, page)).toEqual(way);
});
