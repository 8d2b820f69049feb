import {
  apiBase,
  type Endpoint,
  type EndpointName,
  type ErrorCode,
  endpoints,
  errorCatalogue,
  idempotencyKeyPattern,
} from '@trellis/api-contract';
import { schemas } from '@trellis/api-contract/schemas';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { EndpointSchemas } from './validation.ts';

const codes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]];
const code = z.enum(codes).meta({ id: 'ErrorCode' });
const params = z.record(z.string(), z.union([z.string(), z.number()]));
const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code,
    params: params.optional(),
    fields: z.array(z.strictObject({ path: z.string(), code, params: params.optional() })).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem; every wrong field at once' });

/** The OpenAPI 3.1 document, made from the endpoints and schemas that the server itself uses. */
export function openApiDocument(): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const path = `${apiBase}${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Trellis API',
      version: '1',
      description: 'Money is a decimal string with its unit; times are RFC 3339 in UTC.',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
    },
  });
}

const binary = { type: 'string', format: 'binary' } as const;
const answerContent = ({ file }: Endpoint, response: z.ZodType) =>
  file ? { [file]: { schema: binary } } : { 'application/json': { schema: response } };

function operation(name: EndpointName, endpoint: Endpoint): ZodOpenApiOperationObject {
  const schema: EndpointSchemas & { params?: z.ZodObject; query?: z.ZodObject } = schemas[name];
  const header = endpoint.idempotent
    ? z.object({ 'Idempotency-Key': z.string().regex(idempotencyKeyPattern) })
    : undefined;
  return {
    operationId: name,
    summary: schema.summary,
    ...(endpoint.auth === 'public' ? {} : { security: [{ session: [] }] }),
    requestParams: {
      ...(schema.params ? { path: schema.params } : {}),
      ...(schema.query ? { query: schema.query } : {}),
      ...(header ? { header } : {}),
    },
    ...(schema.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: schema.body } } } }
      : {}),
    responses: {
      '2XX': { description: 'The answer', content: answerContent(endpoint, schema.response) },
      default: { description: 'A problem', content: { 'application/problem+json': { schema: problem } } },
    },
  };
}
