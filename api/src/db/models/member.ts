import type { Language } from '@trellis/api-contract';
import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type ModelAttributes } from 'sequelize';

/** A member's account data. Place in the tree: `tree_node` of the same id. */
export class MemberModel extends Model<InferAttributes<MemberModel>, InferCreationAttributes<MemberModel>> {
  declare id: string;
  declare username: string;
  declare usernameKey: string;
  declare email: string;
  declare emailKey: string;
  declare passwordHash: string;
  declare language: Language;
  declare invitationCode: string;
  declare suspendedAt: Date | null;
  declare frozenAt: Date | null;
  declare googleBoundAt: Date | null;
  declare timeZone: string | null;
  declare createdAt: Date;
}

export const memberAttributes: ModelAttributes<MemberModel> = {
  id: { type: DataTypes.BIGINT, primaryKey: true },
  username: DataTypes.TEXT,
  usernameKey: DataTypes.TEXT,
  email: DataTypes.TEXT,
  emailKey: DataTypes.TEXT,
  passwordHash: DataTypes.TEXT,
  language: DataTypes.TEXT,
  invitationCode: DataTypes.TEXT,
  suspendedAt: DataTypes.DATE,
  frozenAt: DataTypes.DATE,
  googleBoundAt: DataTypes.DATE,
  timeZone: DataTypes.TEXT,
  createdAt: DataTypes.DATE,
};
