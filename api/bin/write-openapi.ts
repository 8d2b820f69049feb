/** Writes the OpenAPI document beside the contract: `node api/bin/write-openapi.ts`. A test fails while it is stale. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openApiDocument } from '../src/platform/http/openapi.ts';

const target = resolve(import.meta.dirname, '../contract/openapi.json');
writeFileSync(target, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
