import type { Language } from '@trellis/api-contract';
import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type ModelAttributes } from 'sequelize';

/** A mail that was promised in a business transaction and waits to be sent. */
export class OutboxMailModel extends Model<InferAttributes<OutboxMailModel>, InferCreationAttributes<OutboxMailModel>> {
  declare id: string;
  declare recipient: string;
  declare template: string;
  declare language: Language;
  declare params: Record<string, string> | null;
  declare createdAt: Date;
  declare attempts: number;
  declare dueAt: Date;
  declare sentAt: Date | null;
}

export const outboxMailAttributes: ModelAttributes<OutboxMailModel> = {
  id: { type: DataTypes.UUID, primaryKey: true },
  recipient: DataTypes.TEXT,
  template: DataTypes.TEXT,
  language: DataTypes.TEXT,
  params: DataTypes.JSONB,
  createdAt: DataTypes.DATE,
  attempts: DataTypes.SMALLINT,
  dueAt: DataTypes.DATE,
  sentAt: DataTypes.DATE,
};
