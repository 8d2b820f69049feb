import { Button, Notice } from '@trellis/kit';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Caller, send } from '../api/callers.ts';
import { type ApiFailure, isProblem, networkFailure } from '../api/failure.ts';
import { useErrorText } from '../api/useErrorText.ts';
import { noteRefusal, pageOf } from '../session/pageOf.ts';
import { noteSessionUse } from '../session/sessionUse.ts';
import { store } from '../store.ts';

interface Download {
  /** Of a link to a file of the API. */
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** Why the file did not come, with a retry; nothing while all is well. */
  readonly notice: ReactNode;
}

/**
 * Fetches the file behind a link and keeps it. A refusal is shown in the page, in the reader's language: a browser that follows
 * the link itself would show what the API says to programs.
 *
 *     const { onClick, notice } = useDownload();
 *     <ExternalLink href={href} download onClick={onClick}>…</ExternalLink>
 */
export function useDownload(caller?: Caller): Download {
  const { t } = useTranslation('kit');
  const errorText = useErrorText();
  const [failed, setFailed] = useState<{ readonly href: string; readonly failure: ApiFailure }>();
  const [working, setWorking] = useState(false);
  const start = async (href: string): Promise<void> => {
    setWorking(true);
    const failure = await keep(href, caller);
    setWorking(false);
    setFailed(failure && { href, failure });
  };
  return {
    onClick: (event) => {
      // Into another tab or window: the browser's own business.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
      event.preventDefault();
      if (!working) void start(event.currentTarget.href);
    },
    notice: failed && (
      <Notice
        tone="negative"
        urgent
        title={errorText(failed.failure)}
        action={
          <Button kind="quiet" size="small" disabled={working} onClick={() => void start(failed.href)}>
            {t('failure.retry')}
          </Button>
        }
      />
    ),
  };
}

/** @returns why it did not come */
async function keep(href: string, caller?: Caller): Promise<ApiFailure | undefined> {
  const askedAt = Date.now();
  try {
    const response = await send(
      href,
      { credentials: 'same-origin', headers: pageOf(store.getState().session) },
      caller,
    );
    noteSessionUse(askedAt);
    if (!response.ok) return await failureIn(response);
    // A file whose connection was cut is none: this throws.
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = nameOf(response, href);
    link.click();
    // The browser has taken it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return undefined;
  } catch {
    return networkFailure;
  }
}

async function failureIn(response: Response): Promise<ApiFailure> {
  const problem: unknown = await response.json();
  if (!isProblem(problem)) return networkFailure;
  noteRefusal(problem, store.dispatch);
  return { kind: 'problem', problem };
}

/** As the server calls it. */
function nameOf({ headers }: Response, href: string): string {
  const [, name] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  return name ?? new URL(href).pathname.split('/').at(-1) ?? '';
}
