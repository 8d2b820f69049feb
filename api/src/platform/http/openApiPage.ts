import type { Middleware } from 'koa';
import { openApiDocument } from './openapi.ts';
import type { RequestState } from './requestState.ts';

/** `/api/openapi.json`, on the members' host. */
export function serveOpenApi(): Middleware<RequestState> {
  const document = JSON.stringify(openApiDocument());
  return (context, next) => {
    if (context.path !== '/api/openapi.json') return next();
    context.type = 'application/json';
    context.body = document;
    return undefined;
  };
}
