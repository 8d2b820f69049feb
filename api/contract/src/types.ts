import type { z } from 'zod';
import type { Endpoint } from './audiences/endpoint.ts';
import type { EndpointName, endpoints } from './audiences/member/endpoints.ts';
import type { Schemas } from './schemas/member.ts';

type Part<Schemas, Key extends string> =
  Schemas extends Record<Key, infer Schema>
    ? Schema extends z.ZodType
      ? z.input<Schema>
      : Record<never, never>
    : Record<never, never>;

/** What a caller gives, by an endpoint's schemas: path parameters, query and body in one object. */
export type CallBy<Schemas> = Part<Schemas, 'params'> & Part<Schemas, 'query'> & Part<Schemas, 'body'>;
export type Input<Name extends EndpointName> = CallBy<Schemas[Name]>;

type ParsedPart<Schemas, Key extends string> =
  Schemas extends Record<Key, infer Schema>
    ? Schema extends z.ZodType
      ? z.output<Schema>
      : Record<never, never>
    : Record<never, never>;

/** What an endpoint's handler gets, by its schemas: parsed, with numbers read and codes in their canonical form. */
export type ParsedBy<Schemas> = ParsedPart<Schemas, 'params'> &
  ParsedPart<Schemas, 'query'> &
  ParsedPart<Schemas, 'body'>;
export type Parsed<Name extends EndpointName> = ParsedBy<Schemas[Name]>;

/** What the server answers. */
export type OutputBy<Schemas> = Schemas extends { response: infer Schema extends z.ZodType } ? z.output<Schema> : never;
export type Output<Name extends EndpointName> = OutputBy<Schemas[Name]>;

export type EndpointOf<Name extends EndpointName> = (typeof endpoints)[Name] & Endpoint;
