import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { query } from '../kill/evidence.ts';
import { projectRoot } from '../support/product.ts';

const owner = 'trellis_citus';
const password = 'citus';

/** As the product's login and as the owner, each on the node, and the owner on the coordinator. */
export interface PlaceUrls {
  readonly url: string;
  readonly ownerUrl: string;
  readonly coordinatorUrl: string;
}

/** A schema of its own in the database of CITUS_URL, an administrator's address on the coordinator. */
export class CitusSchema {
  readonly name: string;
  readonly nodes: readonly string[];
  readonly #adminUrl: string;

  private constructor(adminUrl: string, name: string, nodes: readonly string[]) {
    this.#adminUrl = adminUrl;
    this.name = name;
    this.nodes = nodes;
  }

  /** @throws Error where the schema is there already, or the cluster has fewer than two nodes that take data */
  static async create(adminUrl: string, name: string): Promise<CitusSchema> {
    const rows = await query<{ node: string }>(
      adminUrl,
      `SELECT nodename || ':' || nodeport AS node FROM pg_dist_node WHERE groupid > 0 AND shouldhaveshards ORDER BY groupid`,
    );
    if (rows.length < 2) throw new Error('the cluster of CITUS_URL has fewer than two nodes that take data');
    const [there] = await query(adminUrl, 'SELECT FROM pg_namespace WHERE nspname = $1', [name]);
    if (there) throw new Error(`the database of CITUS_URL has a schema ${name} already`);
    await query(
      adminUrl,
      `DO $$ BEGIN
         IF to_regrole('${owner}') IS NULL THEN CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD '${password}'; END IF;
         EXECUTE format('GRANT CREATE ON DATABASE %I TO ${owner}', current_database());
         EXECUTE format('ALTER DATABASE %I SET citus.allow_nested_distributed_execution = on', current_database());
       END $$`,
    );
    await query(adminUrl, `ALTER ROLE ${owner} SET citus.enable_unsafe_triggers = on`);
    await query(adminUrl, `GRANT pg_read_all_stats TO ${owner}`);
    return new CitusSchema(
      adminUrl,
      name,
      rows.map(({ node }) => node),
    );
  }

  on(node: string): PlaceUrls {
    const address = (user: string, at: string): string => {
      const url = new URL(this.#adminUrl);
      const { hostname, port } = new URL(`postgres://${at}`);
      Object.assign(url, { username: user, password, hostname, port });
      return url.href;
    };
    const searchPath = `?options=${encodeURIComponent(`-c search_path=${this.name}`)}`;
    return {
      url: address(`trellis_app_${this.name}`, node),
      ownerUrl: address(owner, node) + searchPath,
      coordinatorUrl: address(owner, new URL(this.#adminUrl).host) + searchPath,
    };
  }

  /** `npm run migrate -- --citus <node>`. @returns how long it took, in milliseconds */
  async place(node: string): Promise<number> {
    const startedAt = performance.now();
    await this.#run(['api/src/commands/migrate.ts', '--citus', node], this.on(node).coordinatorUrl, node);
    return performance.now() - startedAt;
  }

  /** `npm run verify -- --seals` on the node. @throws Error with what is broken */
  async verify(node: string): Promise<void> {
    await this.#run(['api/src/ledger/verification/verify.ts', '--seals'], this.on(node).ownerUrl, node);
  }

  async #run([command = '', ...args]: readonly string[], ownerUrl: string, node: string): Promise<void> {
    const env = {
      ...process.env,
      DATABASE_SCHEMA: this.name,
      DATABASE_URL: this.on(node).url,
      OWNER_DATABASE_URL: ownerUrl,
    };
    await promisify(execFile)(process.execPath, [join(projectRoot, command), ...args], { cwd: projectRoot, env });
  }

  async remove(): Promise<void> {
    await query(this.#adminUrl, `DROP SCHEMA IF EXISTS ${this.name} CASCADE`);
  }
}
