const { TestEnvironment } = require('jest-environment-jsdom');

/**
 * jsdom with the parts of the platform that it lacks, taken from Node. Not MessageChannel: React's scheduler would hold
 * its port open and Jest would never end.
 */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
  }
};

const fromNode = [
  'AbortController',
  'AbortSignal',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'TransformStream',
  'WritableStream',
  'fetch',
  'structuredClone',
];
