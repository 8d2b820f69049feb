import { setTimeout as delay } from 'node:timers/promises';
import { languageTag } from '@trellis/api-contract';
import webPush from 'web-push';
import type { Log } from '../../../ground/log.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { PushKey } from './pushKeys.ts';
import type { ClaimedPush, PushOutbox, PushTry } from './pushOutbox.ts';
import { isPushService } from './pushServices.ts';
import { pushText } from './pushText.ts';

export interface PushJobParts {
  readonly outbox: PushOutbox;
  readonly keys: readonly PushKey[];
  readonly production: boolean;
  readonly productName: string;
  readonly publicOrigin: string;
  /** Whom a push service writes to when something is wrong with what we send: an address of `MAIL_FROM`. */
  readonly mailFrom: string;
  readonly log: Log;
}

const atOnce = 48;
const claimed = 96;
const runMs = 30_000;
const pauseMs = 500;
const timeoutMs = 10_000;
const daySeconds = 86_400;
/** Money is news for a day; what may be an attack for as long as push services keep anything. */
const lifeSeconds = (isUrgent: boolean): number => (isUrgent ? 28 : 1) * daySeconds;
/** All messages of one length report nothing by it. */
const padTo = 512;
/** A service that does not answer so many in a row is left alone for so long: the others' messages do not wait behind it. */
const mostFailures = 3;
const awaySeconds = 60;

interface Service {
  failures: number;
  awayUntilMs: number;
}

/** Sends what is due to the browsers' push services, what may be an attack on an account first. Mails wait for none of it. */
export function pushJob(parts: PushJobParts): Job {
  const services = new Map<string, Service>();
  return { name: 'push', pauseMs, run: (stopping) => sendDue(parts, services, stopping) };
}

async function sendDue(parts: PushJobParts, services: Map<string, Service>, stopping: AbortSignal): Promise<boolean> {
  const { outbox } = parts;
  const endAtMs = performance.now() + runMs;
  const waiting: ClaimedPush[] = [];
  let ended: PushTry[] = [];
  let claiming: Promise<boolean> | undefined;
  const note = async (): Promise<void> => {
    const tries = ended;
    ended = [];
    await outbox.note(tries);
  };
  const claim = async (): Promise<boolean> => {
    await note();
    if (stopping.aborted || performance.now() >= endAtMs) return false;
    const more = await outbox.claim(claimed);
    waiting.push(...more);
    if (more.length > 0 || sending === 0) return more.length > 0;
    // One that is slow holds up no other.
    await delay(pauseMs);
    return true;
  };
  let isAny = false;
  let sending = 0;
  const lane = async (): Promise<void> => {
    for (;;) {
      const push = waiting.shift();
      if (push) {
        isAny = true;
        sending += 1;
        const each = await send(push, parts, services);
        ended.push(each);
        sending -= 1;
        continue;
      }
      claiming ??= claim().finally(() => {
        claiming = undefined;
      });
      if (!(await claiming) && waiting.length === 0) return;
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, lane));
  } finally {
    await note();
  }
  return isAny;
}

async function send(push: ClaimedPush, parts: PushJobParts, services: Map<string, Service>): Promise<PushTry> {
  const { outbox, keys, production, mailFrom, log } = parts;
  const { endpoint, p256dh, auth, isUrgent, createdAt } = push;
  const seconds = Math.floor(lifeSeconds(isUrgent) - (outbox.now.getTime() - createdAt.getTime()) / 1_000);
  if (push.isOver || seconds <= 0) return { push, outcome: 'done' };
  const key = keys.find(({ publicKey }) => publicKey === push.key);
  // Its key was taken out of use: the browser subscribes again with its next page.
  if (!key || !isPushService(endpoint, !production)) return { push, outcome: 'gone' };
  const { origin } = new URL(endpoint);
  const service = services.get(origin) ?? { failures: 0, awayUntilMs: 0 };
  services.set(origin, service);
  const awayMs = service.awayUntilMs - performance.now();
  if (awayMs > 0) return { push, outcome: 'later', seconds: awayMs / 1_000 };
  const leaveAlone = (forSeconds: number): PushTry => {
    service.awayUntilMs = performance.now() + forSeconds * 1_000;
    return { push, outcome: 'later', seconds: forSeconds };
  };
  try {
    const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, messageOf(push, parts), {
      vapidDetails: { ...key, subject: `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}` },
      TTL: seconds,
      urgency: 'high',
      contentEncoding: 'aes128gcm',
    });
    const { 'Content-Length': _, ...headers } = request.headers;
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'error',
      headers,
      body: new Uint8Array(request.body ?? []),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    const { status } = response;
    if (status < 500) service.failures = 0;
    if (response.ok) return { push, outcome: 'done' };
    if (status === 404 || status === 410) return { push, outcome: 'gone' };
    if (status === 429) return leaveAlone(retryAfter(response.headers.get('retry-after')));
    if (status >= 500) throw new Error(`status ${status}`);
    // Nothing that a further try would mend.
    log.error({ alarm: 'push refused', service: origin, status }, 'a push service refuses what we send');
    return { push, outcome: 'done' };
  } catch {
    service.failures += 1;
    if (service.failures < mostFailures) return { push, outcome: 'later', seconds: 0 };
    log.warn({ service: origin }, 'a push service does not answer');
    return leaveAlone(awaySeconds);
  }
}

/** Of seconds, or a moment; an hour at most. */
function retryAfter(header: string | null): number {
  const seconds = Number(header ?? '');
  const wanted = Number.isNaN(seconds) ? (Date.parse(header ?? '') - Date.now()) / 1_000 : seconds;
  return Math.min(Math.max(Number.isFinite(wanted) ? wanted : 0, awaySeconds), 3_600);
}

/** A declarative message: browsers that know these show it by themselves, to the others the worker does. */
function messageOf(push: ClaimedPush, { productName, publicOrigin }: PushJobParts): string {
  const { notice, language, link, unread } = push;
  const notification = {
    ...pushText(push, productName),
    lang: languageTag[language],
    // The same once more takes the place of the first.
    tag: `notice ${notice}`,
    navigate: `${publicOrigin}${link ?? `/notify/detail/${notice}`}`,
    app_badge: String(unread),
  };
  const text = JSON.stringify({ web_push: 8030, notification });
  const length = Buffer.byteLength(text);
  return text + ' '.repeat(Math.ceil(length / padTo) * padTo - length);
}
