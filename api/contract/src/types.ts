import type { z } from 'zod';
import type { Endpoint, EndpointName, endpoints } from './endpoints.ts';
import type { Schemas } from './schemas/index.ts';

type Part<Name extends EndpointName, Key extends string> =
  Schemas[Name] extends Record<Key, infer Schema>
    ? Schema extends z.ZodType
      ? z.input<Schema>
      : Record<never, never>
    : Record<never, never>;

/** What a caller gives: path parameters, query and body in one object (their names never overlap). */
export type Input<Name extends EndpointName> = Part<Name, 'params'> & Part<Name, 'query'> & Part<Name, 'body'>;

type ParsedPart<Name extends EndpointName, Key extends string> =
  Schemas[Name] extends Record<Key, infer Schema>
    ? Schema extends z.ZodType
      ? z.output<Schema>
      : Record<never, never>
    : Record<never, never>;

/** The same after parsing: what a handler gets, with numbers read and codes in their canonical form. */
export type Parsed<Name extends EndpointName> = ParsedPart<Name, 'params'> &
  ParsedPart<Name, 'query'> &
  ParsedPart<Name, 'body'>;

/** What the server answers. */
export type Output<Name extends EndpointName> = Schemas[Name] extends { response: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : never;

export type EndpointOf<Name extends EndpointName> = (typeof endpoints)[Name] & Endpoint;
