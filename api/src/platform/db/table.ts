import type { Day } from '@trellis/api-contract';
import { type DataType, DataTypes, type Model, type ModelStatic, type WhereOptions } from 'sequelize';

/** A column as the code sees it: the type of its values, and what Sequelize must know. */
interface Column<Value> {
  readonly type: DataType;
  readonly primaryKey?: true;
  /** Made by the database when nothing is given. */
  readonly autoIncrement?: true;
  /** Only the type counts: there is no such property. */
  readonly value?: Value;
}

const plain = <Value>(type: DataType) => ({ type }) as Column<Value>;

/** The kinds of columns. A `bigint` of Postgres arrives as text. */
export const column = {
  id: { type: DataTypes.BIGINT, primaryKey: true } as Column<string>,
  /** An identity of Postgres: made when a row is. */
  identity: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true } as Column<string>,
  uuid: { type: DataTypes.UUID, primaryKey: true } as Column<string>,
  digest: { type: DataTypes.BLOB, primaryKey: true } as Column<Buffer>,
  bigint: plain<string>(DataTypes.BIGINT),
  number: plain<number>(DataTypes.INTEGER),
  text: plain<string>(DataTypes.TEXT),
  moment: plain<Date>(DataTypes.DATE),
  /** A `date` of Postgres, which is no moment. */
  day: plain<Day>(DataTypes.DATEONLY),
  bytes: plain<Buffer>(DataTypes.BLOB),
  flag: plain<boolean>(DataTypes.BOOLEAN),
  /** Text of a few known values. */
  choice: <Value extends string>() => plain<Value>(DataTypes.TEXT),
  json: <Value>() => plain<Value>(DataTypes.JSONB),
  orNull: <Value>({ type }: Column<Value>) => plain<Value | null>(type),
};

type Columns = Readonly<Record<string, Column<unknown>>>;

/** A table outside of money and tree, as its domain's repository sees it: in camel case, and only the columns it uses. */
export interface Table<Row extends object> {
  readonly name: string;
  readonly columns: Columns;
  /** Only the type counts: there is no such property. */
  readonly row?: Row;
}

/** The row of a table as plain data. */
export type RowOf<T extends Table<object>> = NonNullable<T['row']>;

export type TableModel<Row extends object> = ModelStatic<Model<Row, Partial<Row>>>;

/** Names a table and the columns that are used of it. */
export const table = <C extends Columns>(
  name: string,
  columns: C,
): Table<{ -readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never }> => ({ name, columns });

/**
 * Changes the one row that meets a condition.
 * @throws Error if another number of rows did: a change that meets nothing is never silent
 */
export async function updateOne<Row extends object>(
  model: TableModel<Row>,
  values: Partial<Row>,
  where: { readonly [Name in keyof Row]?: string | Buffer | null },
): Promise<void> {
  const [changed] = await model.update(values as never, { where: where as WhereOptions<Row> });
  if (changed !== 1) throw new Error(`1 row(s) of ${model.name} had to change, and ${changed} did`);
}
