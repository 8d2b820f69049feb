import { type DataType, DataTypes, type Model, type ModelStatic, Sequelize, Transaction } from 'sequelize';
import { postgresFailure } from '../../../api/src/testing/index.ts';
import { type Contender, closedLoop } from './contender.ts';
import { nextPair, transferOf } from './workload.ts';

const bigint = DataTypes.BIGINT;

/** The same effect as one would first write it: models, a lock, saves. It leaves out the limits, so it is no `transfer`. */
export function orm(url: string): Contender {
  const sequelize = new Sequelize(url, { logging: false, pool: { max: 16, min: 16, acquire: 60_000 } });
  const table = { timestamps: false, freezeTableName: true } as const;
  const keyOf = (type: DataType) => ({ type, primaryKey: true });
  const accounts = sequelize.define(
    'account',
    { id: keyOf(bigint), balance: bigint, floor: bigint, seq: bigint },
    table,
  );
  const journals = sequelize.define(
    'journal',
    {
      owner: keyOf(bigint),
      key: keyOf(DataTypes.TEXT),
      id: DataTypes.UUID,
      request_hash: DataTypes.BLOB,
      kind: DataTypes.TEXT,
      memo: DataTypes.JSONB,
      recorded_at: DataTypes.DATE,
    },
    table,
  );
  const postings = sequelize.define(
    'posting',
    {
      account: keyOf(bigint),
      seq: keyOf(bigint),
      journal: DataTypes.UUID,
      amount: bigint,
      balance_after: bigint,
      recorded_at: DataTypes.DATE,
    },
    table,
  );
  return {
    name: 'orm',
    run: (workload, clients, milliseconds) =>
      closedLoop(clients, milliseconds, () =>
        again(() => post(sequelize, { accounts, journals, postings }, transferOf(nextPair(workload), workload))),
      ),
    close: () => sequelize.close(),
  };
}

type Request = ReturnType<typeof transferOf>;
type Models = Readonly<Record<'accounts' | 'journals' | 'postings', ModelStatic<Model>>>;

async function post(sequelize: Sequelize, models: Models, request: Request): Promise<void> {
  const { owner, key, requestHash, memo, legs } = request;
  const isolationLevel = Transaction.ISOLATION_LEVELS.READ_COMMITTED;
  await sequelize.transaction({ isolationLevel }, async (transaction) => {
    if (await models.journals.findOne({ where: { owner, key }, transaction })) return;
    const result = await models.accounts.findAll({
      where: { id: legs.map(({ account }) => account.toString()) },
      order: [
        [sequelize.literal('id < 1000') as unknown as string, 'ASC'],
        ['id', 'ASC'],
      ],
      lock: transaction.LOCK.UPDATE,
      transaction,
    });
    const [id, at] = [crypto.randomUUID(), new Date()];
    await models.journals.create(
      { owner, key, id, request_hash: requestHash, kind: 'opening', memo, recorded_at: at },
      { transaction },
    );
    const entries: object[] = [];
    for (const account of result) {
      const amount = legs.find((leg) => leg.account.toString() === account.get('id'))?.amountMinor ?? 0n;
      const balance = BigInt(String(account.get('balance'))) + amount;
      const seq = BigInt(String(account.get('seq'))) + 1n;
      if (balance < BigInt(String(account.get('floor')))) throw new Error('insufficient');
      await account.update({ balance: balance.toString(), seq: seq.toString() }, { transaction });
      entries.push({
        account: account.get('id'),
        seq: seq.toString(),
        journal: id,
        amount: amount.toString(),
        balance_after: balance.toString(),
        recorded_at: at,
      });
    }
    await models.postings.bulkCreate(entries as never[], { transaction });
  });
}

async function again(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (postgresFailure(error)?.code !== '40P01' || tries === 20) throw error;
    }
  }
}
