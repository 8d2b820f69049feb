import { Client, demoPassword, newTestPasskey } from '../../api/src/testing/index.ts';
import { type Attack, control, from, mailedCode, ownBrowser, signUp } from './attack.ts';

/** Ways into an account, or to keep its owner out. */
export const accountAttacks: readonly Attack[] = [
  {
    name: 'a passkey is added with the password alone',
    async run(product) {
      const thief = await ownBrowser(product, 'noah', '192.0.2.10');
      const add = async (code?: string) => {
        const key = newTestPasskey();
        const { options } = (await thief.post('/api/v1/security/passkeys/options', {})).body;
        const body = { name: 'Phone', password: demoPassword, attestation: key.attestation(options) };
        return thief.post('/api/v1/security/passkeys', code === undefined ? body : { ...body, code });
      };
      const through = [];
      if ((await add()).status < 300) through.push('without any code');
      await thief.post('/api/v1/security/email-codes', { purpose: 'addPasskey' });
      for (const guess of ['000000', '123456'])
        if ((await add(guess)).status < 300) through.push(`by the guess ${guess}`);
      control((await add(await mailedCode(product, 'noah@example.com'))).status < 300, 'nor with the mailed code');
      return through;
    },
  },
  {
    name: 'log-ins in flight outlive a new password',
    async run(product) {
      const { origin } = product;
      const password = 'plum-Kettle-94-orbit';
      const visitor = new Client(origin);
      const logIn = (network: number) =>
        visitor.post('/api/v1/session', { username: 'ren', password: demoPassword }, from(`198.51.${network}.1`));
      const entries = { oldPassword: demoPassword, password, passwordAgain: password };
      const attempt = async () => {
        const owner = await ownBrowser(product, 'ren', '192.0.2.20');
        const late = Array.from({ length: 24 }, (_, network) => logIn(network));
        const changed = await owner.post('/api/v1/security/password', entries);
        return { owner, changed, late: await Promise.all(late) };
      };
      let tried = await attempt();
      // They are more sessions than a member may have: on a busy machine they end the owner's before it has changed anything.
      for (let more = 5; more > 0 && tried.changed.status === 401; more -= 1) tried = await attempt();
      const { owner, changed, late } = tried;
      control(changed.status === 200, `the password was not changed: ${changed.text}`);
      const opened = late.filter(({ status }) => status === 200);
      const through = [];
      for (const answer of opened)
        if ((await visitor.after(answer).get('/api/v1/profile')).status === 200)
          through.push('a session of the old one');
      if ((await owner.after(changed).get('/api/v1/profile')).status !== 200)
        through.push("the owner's own session ended");
      return through;
    },
  },
  {
    name: 'fifty guesses at once',
    async run({ origin }) {
      const visitor = new Client(origin);
      const guess = (password: string, client = visitor) =>
        client.post('/api/v1/session', { username: 'yuna', password }, from('192.0.2.30'));
      const known = visitor.after(await guess(demoPassword));
      const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => guess(`not-the-Password-${number}`)));
      const lookedAt = answers.filter(({ status }) => status === 401).length;
      control(lookedAt > 0, 'no guess was looked at');
      const through = lookedAt > 8 ? [`${lookedAt} of them were looked at`] : [];
      const own = await guess(demoPassword, known);
      // Its own session is open still: what is asked is whether the door is.
      if (own.status !== 200) through.push(`a browser that the owner knows was kept out: ${own.status}`);
      return through;
    },
  },
  {
    name: 'an outsider uses up the codes for a new password',
    async run(product) {
      const visitor = new Client(product.origin);
      const email = 'emma@example.com';
      const ask = (address: string, client = visitor) =>
        client.post('/api/v1/email-codes', { purpose: 'resetPassword', email, language: 'en' }, from(address));
      const verify = (code: string, address: string, client = visitor) =>
        client.post('/api/v1/email-codes/verification', { purpose: 'resetPassword', email, code }, from(address));
      const owner = visitor.after(await ask('192.0.2.41'));
      const code = await mailedCode(product, email);
      for (let number = 0; number < 15; number += 1) await ask('192.0.2.40');
      for (let number = 0; number < 5; number += 1) await verify(`00000${number}`, '192.0.2.40');
      return (await verify(code, '192.0.2.41', owner)).status === 200 ? [] : ["the owner's own code is dead"];
    },
  },
  {
    name: 'a name that reads like the platform or another member',
    async run(product) {
      const through = [];
      const names = [
        'support',
        'trellis.team',
        'Trell1s',
        'h\u0430na',
        'hаna',
        'HANA',
        'han\u00e1',
        'y\uff55na',
        'dem0',
      ];
      for (const [number, name] of names.entries()) {
        const answer = await signUp(product, name, `outsider${number}@example.org`, `192.0.2.${90 + number}`);
        if (answer.status < 300) through.push(name);
      }
      const own = await signUp(product, 'quietharbour', 'quiet@example.org', '192.0.2.89');
      control(own.status === 201, `nor anybody else: ${own.text}`);
      return through;
    },
  },
];
