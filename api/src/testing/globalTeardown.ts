import { rmSync } from 'node:fs';
import './globalSetup.ts';

export default async function tearDown(): Promise<void> {
  await globalThis.testPostgres?.server.stop();
  if (globalThis.testPostgres) rmSync(globalThis.testPostgres.directory, { recursive: true, force: true });
}
