import type { Endpoint } from '@trellis/api-contract';
import type { OperatorEndpointName } from '@trellis/api-contract/operator';
import { contracts } from '@trellis/api-contract/schemas';
import type { EndpointSchemas } from '../../platform/http/validation.ts';

/** An operators' endpoint as the command line knows it, before anything is wired. */
export interface OperatorEndpoint {
  readonly name: OperatorEndpointName;
  readonly contract: Endpoint;
  readonly schemas: EndpointSchemas;
}

const { endpoints, schemas } = contracts.operator;

/** In the contract's order. */
export const allOperatorEndpoints: readonly OperatorEndpoint[] = (
  Object.entries(endpoints) as [OperatorEndpointName, Endpoint][]
).map(([name, contract]) => ({ name, contract, schemas: schemas[name] }));

export const findEndpoint = (name: string | undefined): OperatorEndpoint | undefined =>
  allOperatorEndpoints.find((each) => each.name === name);
