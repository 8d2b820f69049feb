import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call as it goes to the node. */
export interface NodeCall {
  readonly id: number;
  readonly method: string;
  readonly params: unknown[];
}

export interface NodeAnswer {
  readonly status: number;
  readonly body: string;
}

/** Stands between a watcher and a node, and may answer in its stead. */
export class NodeProxy {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param answer what is reported; `forward` asks the node itself */
  static async start(
    node: string,
    answer: (call: NodeCall, forward: (call: NodeCall) => Promise<NodeAnswer>) => Promise<NodeAnswer>,
  ): Promise<NodeProxy> {
    const forward = async (call: NodeCall): Promise<NodeAnswer> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(node, { method: 'POST', headers, body: JSON.stringify(call) });
      return { status: response.status, body: await response.text() };
    };
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        answer(JSON.parse(text) as NodeCall, forward).then(
          ({ status, body }) => {
            response.writeHead(status, { 'content-type': 'application/json' });
            response.end(body);
          },
          () => response.destroy(),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new NodeProxy(server);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
