import type { AnyErrorCode } from '../../ground/errors.ts';
import type { ReceivedBody } from './body.ts';

/** What the server found out about a request before its site. */
export interface RequestState {
  requestId: string;
  /** Whose session it came with, as `member 7`, once that is known. For the log. */
  caller?: string;
  /** Which endpoint it is for, once that is known. For those who watch. */
  call?: { readonly audience: string; readonly name: string };
  /** Why it was not answered. For the log. */
  refusal?: AnyErrorCode;
  /** What was sent with it to an API; nothing where no body was announced. */
  body?: ReceivedBody;
}
