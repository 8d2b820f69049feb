import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from './product.ts';

/** What one of the folder's commands printed, and how it ended. */
export interface Said {
  readonly code: number;
  readonly text: string;
}

/** A process of the product, started from the folder. */
export interface Running {
  readonly port: number;
  readonly log: () => string;
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

/** The folder that `npm run build:production` makes, worked with as its operators do. */
export class ProductionFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async build(path: string): Promise<ProductionFolder> {
    await promisify(execFile)(process.execPath, [join(projectRoot, 'api/bin/build-production.mjs'), path], {
      cwd: projectRoot,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    return new ProductionFolder(path);
  }

  /**
   * The same in another folder, as the next version: with another text, another function of the database, and a table more.
   * @param title what it says where nothing is found
   */
  nextVersion(path: string, title: string): ProductionFolder {
    cpSync(this.path, path, { recursive: true, verbatimSymlinks: true });
    const change = (file: string, work: (text: string) => string) =>
      writeFileSync(join(path, file), work(readFileSync(join(path, file), 'utf8')));
    change('api/contract/src/errors/errorCatalogue.ts', (text) =>
      text.replace("title: 'Not found'", `title: '${title}'`),
    );
    change('api/src/ledger/post.sql', (text) => `${text}\n-- as the next version has it\n`);
    writeFileSync(
      join(path, 'api/src/platform/db/migrations/900-next-version.sql'),
      `CREATE TABLE next_version (id bigint); COMMENT ON TABLE next_version IS 'kept: a test';\n`,
    );
    return new ProductionFolder(path);
  }

  /** `npm run -s <script> -- …` in the folder. */
  async run(script: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Said> {
    const child = spawn('npm', ['run', '-s', script, '--', ...args], {
      cwd: this.path,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    const [code] = (await once(child, 'close')) as [number];
    return { code, text: text.trim() };
  }

  /** As a supervisor does: our Node, no npm, nothing else on the way to programs, and no folder to write in. */
  async start(port: number, env: Readonly<Record<string, string>>): Promise<Running> {
    const child = spawn(join(this.path, 'node_modules/.bin/node'), [join(this.path, 'api/src/main.ts')], {
      cwd: '/',
      env: { PATH: '/nowhere', NODE_ENV: 'production', PORT: String(port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit') as Promise<[number | null]>;
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        log += chunk.toString();
      });
    for (const giveUpAt = Date.now() + 180_000; !log.includes('ready at https'); ) {
      if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`it did not start:\n${log}`);
      await delay(50);
    }
    return {
      port,
      log: () => log,
      async stop() {
        child.kill('SIGTERM');
        const [code] = await ended;
        return code;
      },
    };
  }
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
}

/** Calls a port of this machine under a host name, as a proxy or whoever watches does. @throws what a connection ends with */
export function call(
  port: number,
  path: string,
  options: { readonly host?: string; readonly body?: object; readonly cookie?: string } = {},
): Promise<Answered> {
  const { host, body, cookie } = options;
  return new Promise((resolve, reject) => {
    const approval = request(
      {
        port,
        host: '127.0.0.1',
        path,
        method: body ? 'POST' : 'GET',
        headers: {
          ...(host !== undefined && { host }),
          ...(cookie !== undefined && { cookie }),
          ...(body && { 'content-type': 'application/json' }),
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': '203.0.113.7',
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            cookie: (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
          }),
        );
      },
    );
    approval.on('error', reject);
    approval.end(body && JSON.stringify(body));
  });
}
