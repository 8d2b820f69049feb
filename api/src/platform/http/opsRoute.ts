import type { OutputBy, ParsedBy } from '@trellis/api-contract';
import { type OpsEndpointName, opsEndpoints, opsSchemas } from '@trellis/api-contract/ops';
import type { OperatorCaller, OpsCaller } from './caller.ts';
import type { RateLimit, Reply, Route } from './route.ts';

type CallerOf<Name extends OpsEndpointName> = (typeof opsEndpoints)[Name]['auth'] extends 'public'
  ? OpsCaller
  : OperatorCaller;

export type OpsInput<Name extends OpsEndpointName> = ParsedBy<(typeof opsSchemas)[Name]>;
export type OpsOutput<Name extends OpsEndpointName> = OutputBy<(typeof opsSchemas)[Name]>;

/** One endpoint for operators: its contract entry and schemas by name, a rate limit, and the handler. */
export function opsRoute<Name extends OpsEndpointName>(
  name: Name,
  options: {
    readonly limit: RateLimit;
    readonly handle: (input: OpsInput<Name>, caller: CallerOf<Name>) => Promise<Reply<OpsOutput<Name>>>;
  },
): Route<OpsCaller> {
  return {
    name,
    endpoint: opsEndpoints[name],
    schemas: opsSchemas[name],
    limit: options.limit,
    // The pipeline has parsed the input with the schemas of this very name, and applied its policy to the caller.
    handle: (input, caller) => options.handle(input as OpsInput<Name>, caller as OpsCaller as CallerOf<Name>),
  };
}
