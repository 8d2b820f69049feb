import { connect, type Socket } from 'node:net';
import { newKey, rawRequest } from '../../api/src/testing/index.ts';
import { type Attack, control, from, ownBrowser } from './attack.ts';

/** Ways to take the product away from everybody else, and odd things to send it. */
export const floodAttacks: readonly Attack[] = [
  {
    name: 'six hundred bodies that never end',
    async run(product) {
      const { origin } = product;
      const port = Number(new URL(origin).port);
      const member = await ownBrowser(product, 'hana', '192.0.2.50');
      const sockets: Socket[] = [];
      try {
        for (let number = 0; number < 600; number += 1) {
          const socket = connect(port, '127.0.0.1').on('error', () => undefined);
          const network = `203.0.113.${1 + (number % 12)}`;
          socket.write(
            `POST /api/v1/session HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: ${network}\r\n` +
              'Content-Type: application/json\r\nContent-Length: 60000\r\nSec-Fetch-Site: same-origin\r\n\r\n{',
          );
          sockets.push(socket);
        }
        await new Promise((passed) => setTimeout(passed, 500));
        const through = [];
        if ((await rawRequest(origin, { path: '/healthz' })).status !== 200) through.push('health is not answered');
        const headers = { host: `ops.localhost:${port}`, ...from('192.0.2.51') };
        if ((await rawRequest(origin, { path: '/ops/api/v1/session', headers })).status !== 200)
          through.push('operators are not answered');
        if ((await member.get('/api/v1/balances', from('192.0.2.50'))).status !== 200)
          through.push('members are not answered');
        return through;
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  },
  {
    name: 'live streams without end',
    async run(product) {
      const { cookie } = await ownBrowser(product, 'jisoo', '192.0.2.60');
      const open = () => fetch(`${product.origin}/member-events`, { headers: { cookie, ...from('192.0.2.60') } });
      const pages = await Promise.all(Array.from({ length: 60 }, open));
      const heard = pages.filter(({ status }) => status === 200).length;
      await Promise.all(pages.map(({ body }) => body?.cancel()));
      control(heard > 0, 'none was opened');
      return heard > 20 ? [`${heard} of one member at once`] : [];
    },
  },
  {
    name: 'one member reads without end, by pages, their loader and the API',
    async run(product) {
      const { cookie } = await ownBrowser(product, 'oliver', '192.0.2.65');
      const headers = { cookie, ...from('192.0.2.65') };
      const read = async (path: string) => {
        const answer = await fetch(product.origin + path, { headers });
        await answer.arrayBuffer();
        return answer.status;
      };
      const through = [];
      control((await read('/wallet')) === 200, 'not even one page comes');
      for (const path of ['/wallet', '/api/v1/records?kind=team_bonus']) {
        const answers = await Promise.all(Array.from({ length: 200 }, () => read(path)));
        if (answers.every((status) => status === 200)) through.push(`two hundred of ${path} at once`);
      }
      return through;
    },
  },
  {
    name: 'texts that are none, names that lead elsewhere, and two hosts',
    async run(product) {
      const member = await ownBrowser(product, 'sora', '192.0.2.70');
      const through: string[] = [];
      for (const text of ['a\0b', '\ud800', 'https://evil.example', 'two\nlines']) {
        const body = { chain: 'BSC', address: `0x${'1'.repeat(40)}`, label: text };
        const { status } = await member.post('/api/v1/addresses', body, { 'idempotency-key': newKey() });
        if (status !== 400) through.push(`a label ${JSON.stringify(text)} is answered ${status}`);
      }
      const { status } = await member.post('/api/v1/session', { username: 'a\0b', password: '\udfff' });
      if (status >= 500) through.push('a name with a NUL is a fault of ours');
      const port = new URL(product.origin).port;
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () =>
          socket.write(
            `GET /login HTTP/1.1\r\nHost: localhost:${port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
          ),
        );
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk.toString();
        });
        socket.on('close', () => resolve(text));
      });
      if (!/^HTTP\/1\.1 421 /.test(answer)) through.push('two Host headers are answered');
      return through;
    },
  },
];
