import type { Sequelize } from 'sequelize';
import { MemberModel, memberAttributes } from './member.ts';
import { OutboxMailModel, outboxMailAttributes } from './outboxMail.ts';
import { SessionModel, sessionAttributes } from './session.ts';

/** Binds every model to a connection. Models stay inside repositories: what leaves is plain data. */
export function defineModels(sequelize: Sequelize) {
  return {
    members: class extends MemberModel {}.init(memberAttributes, {
      sequelize,
      tableName: 'member',
      modelName: 'member',
    }),
    sessions: class extends SessionModel {}.init(sessionAttributes, {
      sequelize,
      tableName: 'session',
      modelName: 'session',
    }),
    mails: class extends OutboxMailModel {}.init(outboxMailAttributes, {
      sequelize,
      tableName: 'outbox_mail',
      modelName: 'outboxMail',
    }),
  };
}

export type Models = ReturnType<typeof defineModels>;
