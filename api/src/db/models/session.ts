import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type ModelAttributes } from 'sequelize';

/** One log-in on one device. Only the token's digest is kept. */
export class SessionModel extends Model<InferAttributes<SessionModel>, InferCreationAttributes<SessionModel>> {
  declare tokenHash: Buffer;
  declare memberId: string;
  declare audience: 'member' | 'operator';
  declare createdAt: Date;
  declare seenAt: Date;
  declare revokedAt: Date | null;
  declare userAgent: string;
}

export const sessionAttributes: ModelAttributes<SessionModel> = {
  tokenHash: { type: DataTypes.BLOB, primaryKey: true },
  memberId: DataTypes.BIGINT,
  audience: DataTypes.TEXT,
  createdAt: DataTypes.DATE,
  seenAt: DataTypes.DATE,
  revokedAt: DataTypes.DATE,
  userAgent: DataTypes.TEXT,
};
