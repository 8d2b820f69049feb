import { expect, test } from '@jest/globals';
import { rawRequest } from '../../testing/rawRequest.ts';
import { startTestApplication } from '../../testing/testApplication.ts';

const pages = ['mail', 'mail.json?to=demo%40example.com', 'authenticator', 'clock', 'clock.json', 'chain', ''];

test('nothing of development is there in production, to whomever', async () => {
  const hosts = { publicOrigin: 'https://wallet.example', opsOrigin: 'https://ops.wallet.example' };
  const production = await startTestApplication({ production: true, ...hosts });
  const development = await startTestApplication();
  try {
    for (const page of pages)
      for (const host of ['wallet.example', 'ops.wallet.example'])
        for (const method of ['GET', 'POST']) {
          const { status } = await rawRequest(production.origin, { path: `/dev/${page}`, method, headers: { host } });
          expect([host, method, page, status]).toEqual([host, method, page, 404]);
        }
    // The list names pages that there are; that of the clock needs a clock to move.
    for (const page of ['mail', 'authenticator', 'chain'])
      expect([page, (await rawRequest(development.origin, { path: `/dev/${page}` })).status]).toEqual([page, 200]);
  } finally {
    await production.close();
    await development.close();
  }
});
