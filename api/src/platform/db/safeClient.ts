import pg from 'pg';

/**
 * A connection that is cut in the very moment it is made has no listener of Sequelize's yet; Node would end the
 * process over it.
 */
export class SafeClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
