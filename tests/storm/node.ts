import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NodeFault } from './plan.ts';

interface NodeCall {
  readonly id: number;
  readonly method: string;
  readonly params: unknown[];
}

const staleBlocks = 8;

/** Stands between the product and a chain's node, and for a while answers as no node should. */
export class DoubtfulNode {
  /** How many answers were wrong or missing. */
  wrongAnswers = 0;
  #fault: NodeFault | undefined;
  #wrongInFault = 0;
  readonly url: string;
  readonly #node: string;
  readonly #server: Server;

  private constructor(node: string, server: Server) {
    this.#node = node;
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      if (this.#fault === 'away' || this.#fault === 'errors') this.#count();
      if (this.#fault === 'away') return response.destroy();
      if (this.#fault === 'errors') return response.writeHead(503).end('{}');
      const body = await this.#answer(JSON.parse(text) as NodeCall).catch(() => undefined);
      if (body === undefined) return response.destroy();
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  static async start(node: string): Promise<DoubtfulNode> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new DoubtfulNode(node, server);
  }

  /** @param fault `undefined`: it answers as it should */
  set fault(fault: NodeFault | undefined) {
    this.#fault = fault;
    this.#wrongInFault = 0;
  }

  /** Whether anybody was answered wrongly, more than once. */
  get wasFelt(): boolean {
    return this.#wrongInFault > 1;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(call: NodeCall): Promise<object> {
    const { method, params } = call;
    const [block, ...rest] = params;
    const isNewest = method === 'eth_getBlockByNumber' && (block === 'latest' || block === 'finalized');
    if (this.#fault === 'stale' && isNewest) {
      this.#count();
      const { result } = (await this.#forward({ ...call, method: 'eth_blockNumber', params: [] })) as {
        result: string;
      };
      const behind = Math.max(0, Number(result) - staleBlocks);
      return this.#forward({ ...call, params: [`0x${behind.toString(16)}`, ...rest] });
    }
    const answer = await this.#forward(call);
    const omits = this.#fault === 'omits' && method === 'eth_getLogs';
    // Both ways begin with one block.
    const isOther = this.#fault === 'otherBlocks' && method === 'eth_getBlockByNumber' && block !== '0x0';
    if (omits || isOther) this.#count();
    if (omits) return { ...answer, result: [] };
    return isOther ? withOtherHash(answer) : answer;
  }

  #count(): void {
    this.wrongAnswers += 1;
    this.#wrongInFault += 1;
  }

  async #forward(call: NodeCall): Promise<object> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(this.#node, { method: 'POST', headers, body: JSON.stringify(call) });
    return (await response.json()) as object;
  }
}

/** As of a chain that went another way. */
function withOtherHash(answer: object): object {
  const { result } = answer as { result: { hash: string } | null };
  if (!result) return answer;
  const hash = result.hash.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
  return { ...answer, result: { ...result, hash } };
}
