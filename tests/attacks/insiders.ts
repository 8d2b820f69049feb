import pg from 'pg';
import { runningApplicationUrl } from '../../api/src/testing/index.ts';
import { asOperator } from '../support/desk.ts';
import { type Attack, control } from './attack.ts';

/** What somebody can do who has one person's rights, or the product's own login to the database. */
export const insiderAttacks: readonly Attack[] = [
  {
    name: 'one treasurer sets a fee of 99.99 %',
    async run(product) {
      const set = (percent: string) =>
        asOperator(product, 'mallory', 'setRule', {
          ...{ subject: 'exchangeFee', key: 'USD-USDT', value: { percent } },
          reason: 'better for everybody',
        });
      const { state } = await set('99.99');
      return state === 'waiting' ? [] : [`it is ${JSON.stringify(state)}`];
    },
  },
  {
    name: "the product's own login writes money and decisions",
    async run({ dataDir }) {
      const url = await runningApplicationUrl(dataDir);
      control(url !== undefined, 'the product has no database');
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        control((await client.query('SELECT 1 FROM account LIMIT 1')).rowCount === 1, 'it reads no accounts');
        const through = [];
        for (const statement of [
          'SET ROLE postgres',
          'SET SESSION AUTHORIZATION postgres',
          'SET ROLE NONE; UPDATE account SET balance = balance + 1',
          'UPDATE account SET balance = balance + 1',
          'INSERT INTO posting SELECT * FROM posting LIMIT 1',
          'INSERT INTO approval SELECT * FROM approval',
          `UPDATE operator SET roles = '{admin}'`,
          'ALTER TABLE account DISABLE TRIGGER ALL',
          'DELETE FROM security_event',
          'DELETE FROM audit_event',
        ])
          if (
            await client.query(statement).then(
              () => true,
              () => false,
            )
          )
            through.push(statement);
        return through;
      } finally {
        await client.end();
      }
    },
  },
];
