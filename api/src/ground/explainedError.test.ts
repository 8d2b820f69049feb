import { expect, test } from '@jest/globals';
import { ExplainedError, explainSystemError } from './explainedError.ts';

test.each([
  ['ENOSPC', 'The disk is full: free some space for /data, then start again.'],
  ['EDQUOT', 'The disk quota is used up: free some space for /data, then start again.'],
  ['EACCES', 'No permission to write in /data: start as its owner, or choose another folder with DATA_DIR.'],
  ['EPERM', 'No permission to write in /data: start as its owner, or choose another folder with DATA_DIR.'],
  ['EROFS', 'The folder /data is read-only: choose another one with DATA_DIR.'],
  ['EADDRINUSE', '/data is in use: choose another one, as in PORT=3001 npm start.'],
])('%s is reported in one sentence that says what to do', (code, sentence) => {
  const explained = explainSystemError(Object.assign(new Error(code), { code }), '/data');
  expect(explained).toBeInstanceOf(ExplainedError);
  expect(explained).toMatchObject({ message: sentence });
});

test('any other failure stays as it is', () => {
  const error = new Error('bug');
  expect(explainSystemError(error, '/data')).toBe(error);
});
