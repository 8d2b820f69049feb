import { setTimeout as delay } from 'node:timers/promises';
import { languageTag } from '@trellis/api-contract';
import webPush from 'web-push';
import type { Log } from '../../../ground/log.ts';
import { failureFacts } from '../../../platform/jobs/failureCode.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { PushKey } from './pushKeys.ts';
import type { ClaimedPush, PushOutbox, PushTry } from './pushOutbox.ts';
import { isPublicKey, isPushService } from './pushServices.ts';
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

/** At most one in so long of each service. */
const alarmMs = 3_600_000;
const mostServices = 200;

interface Service {
  readonly origin: string;
  failures: number;
  awayUntilMs: number;
  alarmAtMs: number;
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
  if (push.isOver) return { push, outcome: 'done' };
  const { endpoint, isUrgent, createdAt } = push;
  const life = lifeSeconds(isUrgent);
  const seconds = Math.min(life, Math.floor(life - (outbox.now.getTime() - createdAt.getTime()) / 1_000));
  if (seconds <= 0) return { push, outcome: 'done' };
  const key = keys.find(({ publicKey }) => publicKey === push.key);
  // Its key was taken out of use: with its next page the browser subscribes with the one of now.
  if (!key) return { push, outcome: 'later' };
  if (!isPushService(endpoint, !production) || !isPublicKey(push.p256dh)) return { push, outcome: 'gone' };
  const service = serviceOf(new URL(endpoint).origin, services);
  const awayMs = service.awayUntilMs - performance.now();
  if (awayMs > 0) return { push, outcome: 'later', seconds: awayMs / 1_000 };
  const request = sealed(push, parts, {
    vapidDetails: { ...key, subject: `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}` },
    TTL: seconds,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  });
  if (!request) return { push, outcome: 'done' };
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'error',
      ...request,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel().catch(() => undefined);
    const { status } = response;
    if (status >= 500) throw new Error(`status ${status}`);
    service.failures = 0;
    if (response.ok) return { push, outcome: 'done' };
    if (status === 404 || status === 410) return { push, outcome: 'gone' };
    // It may be about this browser alone.
    if (status === 429) return { push, outcome: 'later', seconds: retryAfter(response.headers.get('retry-after')) };
    if (service.alarmAtMs <= performance.now()) {
      service.alarmAtMs = performance.now() + alarmMs;
      log.error({ alarm: 'push refused', service: service.origin, status }, 'a push service refuses what we send');
    }
    // Who we say we are can be mended; what we sent cannot.
    return { push, outcome: status === 401 || status === 403 ? 'later' : 'done' };
  } catch {
    service.failures += 1;
    if (service.failures < mostFailures) return { push, outcome: 'later' };
    service.awayUntilMs = performance.now() + awaySeconds * 1_000;
    log.warn({ service: service.origin }, 'a push service does not answer');
    return { push, outcome: 'later' };
  }
}

function serviceOf(origin: string, services: Map<string, Service>): Service {
  const service = services.get(origin) ?? { origin, failures: 0, awayUntilMs: 0, alarmAtMs: 0 };
  // Browsers name hosts, and may invent some.
  if (services.size >= mostServices) services.clear();
  services.set(origin, service);
  return service;
}

/** Of seconds, or a moment; an hour at most. */
function retryAfter(header: string | null): number {
  const seconds = Number(header ?? '');
  const wanted = Number.isNaN(seconds) ? (Date.parse(header ?? '') - Date.now()) / 1_000 : seconds;
  return Math.min(Math.max(Number.isFinite(wanted) ? wanted : 0, awaySeconds), 3_600);
}

/** `undefined`: a notice that cannot be put into words. Its browser gets the others. */
function sealed(push: ClaimedPush, parts: PushJobParts, how: webPush.RequestOptions) {
  const { endpoint, p256dh, auth } = push;
  try {
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { headers, body } = webPush.generateRequestDetails(subscription, messageOf(push, parts), how);
    const { 'Content-Length': _, ...others } = headers;
    return { headers: others, body: new Uint8Array(body ?? []) };
  } catch (error) {
    const { template } = push;
    parts.log.error({ alarm: 'push refused', template, ...failureFacts(error) }, 'a notice cannot be sent');
    return undefined;
  }
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
