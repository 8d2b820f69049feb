import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { query } from '../kill/evidence.ts';
import { projectRoot } from '../support/product.ts';

const schema = process.env.DATABASE_SCHEMA ?? '';
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
  readonly nodes: readonly string[];
  readonly #adminUrl: string;

  private constructor(adminUrl: string, nodes: readonly string[]) {
    this.#adminUrl = adminUrl;
    this.nodes = nodes;
  }

  /** @throws Error where the schema is there already, or the cluster has fewer than two nodes that take data */
  static async create(adminUrl: string): Promise<CitusSchema> {
    const rows = await query<{ node: string }>(
      adminUrl,
      `SELECT nodename || ':' || nodeport AS node FROM pg_dist_node WHERE groupid > 0 AND shouldhaveshards ORDER BY groupid`,
    );
    if (rows.length < 2) throw new Error('the cluster of CITUS_URL has fewer than two nodes that take data');
    const [there] = await query(adminUrl, 'SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
    if (there) throw new Error(`the database of CITUS_URL has a schema ${schema} already`);
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
    const searchPath = `?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
    return {
      url: address(`trellis_app_${schema}`, node),
      ownerUrl: address(owner, node) + searchPath,
      coordinatorUrl: address(owner, new URL(this.#adminUrl).host) + searchPath,
    };
  }

  /** `npm run migrate -- --citus <node>`. @returns how long it took, in milliseconds */
  async place(node: string): Promise<number> {
    const { url, coordinatorUrl } = this.on(node);
    const startedAt = performance.now();
    await promisify(execFile)(process.execPath, [join(projectRoot, 'api/src/commands/migrate.ts'), '--citus', node], {
      cwd: projectRoot,
      env: { ...process.env, DATABASE_URL: url, OWNER_DATABASE_URL: coordinatorUrl },
    });
    return performance.now() - startedAt;
  }

  async remove(): Promise<void> {
    await query(this.#adminUrl, `DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  }
}
