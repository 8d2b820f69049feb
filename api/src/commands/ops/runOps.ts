import { randomUUID } from 'node:crypto';
import type { OperatorApi } from '../../app/operatorApi.ts';
import { type CallChanges, callChangesText } from '../../delivery/releases/live/callChanges.ts';
import { AppError } from '../../ground/errors.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import type { CommandCaller } from '../../platform/http/caller.ts';
import { emptyRequest, type RawRequest } from '../../platform/http/invoke.ts';
import { commandName } from '../commandName.ts';
import { readArguments } from './arguments.ts';
import { findEndpoint } from './endpoints.ts';
import { helpText, listText } from './help.ts';
import type { OpenedApi } from './operatorApi.ts';
import { EndpointOptions } from './options.ts';
import { refusalText } from './refusal.ts';

/**
 * Runs one operators' endpoint from a command line, through the same `invoke` as HTTP does.
 * @param open wires the endpoints; it is not called where a help or a refusal needs nothing
 * @returns what is to be printed: the answer as JSON, or the help that was asked for
 * @throws ExplainedError with why it was refused, in one sentence or one for each field
 */
export async function runOps(
  [name, ...args]: readonly string[],
  open: (untried: boolean) => Promise<OpenedApi>,
): Promise<string> {
  if (name === undefined || name === '--help' || name === '-h') return listText();
  const endpoint = findEndpoint(name);
  if (!endpoint) throw new ExplainedError(`There is no endpoint ${name}. Which there are: npm run ops`);
  let options = EndpointOptions.fromSchemas(endpoint.schemas);
  try {
    const { help, by, untried, request, ...read } = readArguments(endpoint, args);
    options = read.options;
    if (help) return helpText(endpoint, options);
    const caller = callerNamed(commandName(by));
    const { api, close } = await open(untried);
    try {
      const served = api.served.find((each) => each.name === endpoint.name);
      if (!served) throw new Error(`${endpoint.name} is not served`);
      if (goesLive.includes(endpoint.name)) await showCalls(api, caller, request);
      const { body } = await api.invoker.invoke(served, caller, request);
      return JSON.stringify(body, null, 2);
    } finally {
      await close();
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new ExplainedError(refusalText(endpoint, options, error), { cause: error });
  }
}

/** What lets a release go to somebody. */
const goesLive = ['activateRelease', 'rollOutRelease', 'giveReleaseToMembers'];

/** Which calls are new with it, before it is done; standard output is the answer's. What it cannot say, the step itself refuses. */
async function showCalls({ invoker, served }: OperatorApi, caller: CommandCaller, request: RawRequest): Promise<void> {
  const compare = served.find(({ name }) => name === 'compareReleaseCalls');
  const { feature, release } = { ...(request.params as object), ...(request.body() as object) } as Record<
    string,
    string
  >;
  if (!compare || feature === undefined || release === undefined) return;
  const answer = await invoker
    .invoke(compare, caller, { ...emptyRequest, params: { feature }, query: { release } })
    .catch(() => undefined);
  if (answer) process.stderr.write(`${callChangesText(feature, answer.body as CallChanges)}\n`);
}

function callerNamed(by: string): CommandCaller {
  return {
    requestId: randomUUID(),
    address: '',
    userAgent: '',
    token: undefined,
    device: undefined,
    command: by,
  };
}
