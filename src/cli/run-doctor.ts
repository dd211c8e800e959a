import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import type { Now } from '#core/platform/clock.ts';
import type { Config } from '#core/platform/config.ts';
import { takeInstanceLock } from '#core/platform/db/lock.ts';
import { AppError, messageOf } from '#core/platform/errors.ts';
import { findRefusal, readOutside } from '#core/discovery/outages/queries.ts';
import { userAgentOf, tryRedditClient } from '#core/reddit/client/client.ts';
import { feedsEnded, isReddit, transportOf, whyOff } from '#core/reddit/transport.ts';
import { createUpstream, type GuardOf } from '#core/platform/http/upstream.ts';
import { openTransport } from '#core/platform/email/mailer.ts';
import { webRoot } from '#core/platform/web-root.ts';
import { sourceOf } from '#shared/sources.ts';
import { toolsOf, type Shared } from './command.ts';
import {
  checkDatabase,
  checkIssuer,
  checkModel,
  checkPostgresDatabase,
  type Finding,
  nothingSaved,
  readSaved,
  readLedger,
  withStored,
} from './checks.ts';

const minBytes = 100_000_000;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;

/** Whether the folder can be created; it appears only with the first start. */
function checkParent(dataDir: string): Finding {
  const check = 'data folder';
  let parent = dirname(resolve(dataDir));
  while (!existsSync(parent) && parent !== dirname(parent)) parent = dirname(parent);
  if (isFile(parent))
    return { check, level: 'act', message: `${dataDir} can't be created: ${parent} is a file. Set dataDir to another folder` };
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
  } catch {
    return {
      check,
      level: 'act',
      message: `${dataDir} can't be created: ${parent} isn't writable. Create it for the user that runs Earshot`,
    };
  }
  return { check, level: 'ok', message: `${dataDir} will be created on the first start` };
}

function checkFolder(config: Config): Finding {
  const check = 'data folder';
  if (!existsSync(config.dataDir)) return checkParent(config.dataDir);
  if (isFile(config.dataDir)) return { check, level: 'act', message: `${config.dataDir} is a file. Set dataDir to a folder` };
  try {
    accessSync(config.dataDir, constants.W_OK);
  } catch {
    return { check, level: 'act', message: `${config.dataDir} isn't writable. Make it writable for the user that runs Earshot` };
  }
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = bavail * bsize;
  if (free < minBytes) return { check, level: 'act', message: `only ${Math.round(free / 1e6)} MB free. Fetching stops below 100 MB` };
  return { check, level: 'ok', message: `${config.dataDir}, ${(free / 1e9).toFixed(1)} GB free` };
}

async function checkLock(config: Config): Promise<Finding> {
  const check = 'server';
  if (!existsSync(config.dataDir)) return { check, level: 'ok', message: 'not running' };
  try {
    const lock = await takeInstanceLock(config.dataDir);
    await lock.release();
    return { check, level: 'ok', message: 'not running' };
  } catch (error) {
    const isRunning = error instanceof AppError && error.code === 'conflict';
    return { check, level: isRunning ? 'ok' : 'act', message: isRunning ? running : messageOf(error) };
  }
}

/** Asks for a token, since a wrong key has no other sign than that. */
async function checkRedditApp(reddit: Config['reddit']): Promise<Finding> {
  const check = 'reddit';
  const { ok, message } = await tryRedditClient(reddit);
  if (!ok) return { check, level: 'act', message: `api: ${message}` };
  if (!reddit.userAgent)
    return { check, level: 'watch', message: 'reddit.userAgent is empty. Reddit requires it to name your app and account' };
  return { check, level: 'ok', message: 'api, Reddit accepts the client ID and secret' };
}

async function checkReddit({ reddit }: Config, refusal: string | null): Promise<Finding> {
  const check = 'reddit';
  const transport = transportOf(reddit);
  if (transport === null) return { check, level: reddit.source === 'api' ? 'act' : 'watch', message: whyOff(reddit) ?? '' };
  if (transport === 'rss' && isReddit(reddit.wwwUrl)) return { check, level: 'act', message: feedsEnded };
  if (refusal !== null) return { check, level: 'act', message: refusal };
  const address = transport === 'api' ? reddit.apiUrl : reddit.wwwUrl;
  const upstream = createUpstream({ userAgent: userAgentOf(reddit.userAgent), timeoutMs: 8000 });
  try {
    const { status } = await upstream.send({ url: `${address}/` });
    if (transport === 'api') return await checkRedditApp(reddit);
    if (status === 403 || status === 429)
      return {
        check,
        level: 'act',
        message: `rss: ${address} refuses this server (${status}). Set up a Reddit app, or use another network address`,
      };
    return { check, level: 'ok', message: `${transport}, ${address} answers (${status})` };
  } catch (error) {
    return {
      check,
      level: 'act',
      message: `${address} can't be reached (${messageOf(error)}). Check this machine's network connection`,
    };
  } finally {
    await upstream.close();
  }
}

/** Each source outside Reddit that campaigns monitor, as it was read last. */
async function checkSources(config: Config, now: number): Promise<Finding[]> {
  const outside = await withStored(config, (db) => readOutside(db, now)).catch(() => null);
  return (outside ?? []).map(({ source, state, error }) => ({
    check: sourceOf(source).label.toLowerCase(),
    level: state === 'ok' ? 'ok' : 'watch',
    message: state === 'ok' ? 'is read' : (error ?? 'is not read'),
  }));
}

/** Whether the port is free, unless our own server is what uses it. */
async function checkPort({ http: { port, host } }: Config, isRunning: boolean): Promise<Finding> {
  const check = 'port';
  if (isRunning || port === 0) return { check, level: 'ok', message: isRunning ? 'used by the running server' : 'any free one' };
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return { check, level: 'ok', message: `${host}:${port} is free` };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why: Record<string, string> = {
      EADDRINUSE: `port ${port} is in use by another program. Stop it, or set http.port`,
      EACCES: `port ${port} needs more rights. Set http.port to one from 1024 on`,
      EADDRNOTAVAIL: `${host} is not an address of this machine. Set http.host`,
    };
    return { check, level: 'act', message: why[code] ?? `${host}:${port} can't be used (${messageOf(error)}). Set http.port` };
  } finally {
    server.close();
  }
}

function checkPublicUrl({ http: { publicUrl } }: Config): Finding[] {
  const check = 'public URL';
  if (publicUrl === '') return [];
  const { protocol, hostname } = new URL(publicUrl);
  const isLoopback = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === 'https:' || isLoopback) return [{ check, level: 'ok', message: publicUrl }];
  const message = `${publicUrl} has no encryption: passwords and sessions can be read on the way. Put a TLS proxy in front and set http.publicUrl to https`;
  return [{ check, level: 'act', message }];
}

function checkStripe({ billing: { stripeKey, webhookSecret } }: Config): Finding[] {
  const check = 'stripe';
  if (stripeKey === '') return [];
  if (webhookSecret === '')
    return [
      { check, level: 'act', message: 'billing.webhookSecret is empty, so payments change no plan. Set the signing secret of the webhook' },
    ];
  return [{ check, level: 'ok', message: 'key and signing secret are set' }];
}

async function checkMail({ smtp }: Config, guardOf: GuardOf): Promise<Finding> {
  const check = 'mail';
  if (!smtp.url)
    return {
      check,
      level: 'watch',
      message:
        'no email server is set up, so no email is sent. Set one up under Admin → Connections, or set smtp.url. Create password reset links with "earshot user reset-password"',
    };
  try {
    const timeouts = { connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 8000 };
    const transport = await openTransport(smtp.url, guardOf('smtp.url'), timeouts);
    await transport.verify();
    return { check, level: 'ok', message: 'the email server accepts the login' };
  } catch (error) {
    return {
      check,
      level: 'act',
      message: `the email server refused the login (${messageOf(error)}). Check smtp.url or Admin → Connections`,
    };
  }
}

async function checkReader({ scoring }: Config): Promise<Finding> {
  const check = 'built-in models';
  if (scoring.reader === 'off') return { check, level: 'ok', message: 'off: posts are scored by rules and words alone' };
  try {
    const { openReader } = await import('#core/scoring/reader/reader.ts');
    const { openSentences } = await import('#core/scoring/reader/sentences.ts');
    const opened = [await openReader('english'), await openReader('languages'), await openSentences()] as const;
    await opened[2].vectorOf('x');
    for (const model of opened) await model.close();
    return { check, level: 'ok', message: 'read posts' };
  } catch (error) {
    return { check, level: 'act', message: `can't be used (${messageOf(error)}). Install Earshot again, or set scoring.reader to off` };
  }
}

function checkWeb(): Finding {
  const isBuilt = existsSync(webRoot);
  return { check: 'web app', level: isBuilt ? 'ok' : 'act', message: isBuilt ? 'built' : 'not built. Run npm run build' };
}

async function checkData(config: Config): Promise<Finding[]> {
  if (config.database.client === 'postgres') return checkPostgresDatabase(config);
  return isFile(config.dataDir) ? [] : [await checkDatabase(config), await checkLock(config)];
}

const running = 'running on this data folder';
const isServing = (stored: readonly Finding[]): boolean => stored.some(({ message }) => message === running);

/** What doctor finds, with what to do. */
export async function examine(base: Config, now: Now = Date.now): Promise<Finding[]> {
  const stored = await checkData(base);
  // Opening a broken database could change it.
  const isReadable = stored[0]?.level === 'ok';
  const { config, guardOf, findings } = isReadable ? await readSaved(base) : nothingSaved(base);
  return [
    { check: 'configuration', level: 'ok', message: 'valid' },
    { check: 'node', level: 'ok', message: process.versions.node },
    checkFolder(config),
    ...stored,
    ...findings,
    await checkPort(config, isServing(stored)),
    ...checkPublicUrl(config),
    await checkReddit(config, isReadable ? await withStored(config, (db) => findRefusal(db, now())).catch(() => null) : null),
    ...(isReadable ? await checkSources(config, now()) : []),
    await checkMail(config, guardOf),
    await checkModel(config.ai, { guardOf, readLedgerState: () => readLedger(config) }),
    ...checkStripe(config),
    ...(await checkIssuer(config, guardOf)),
    await checkReader(config),
    checkWeb(),
  ];
}

export async function runDoctor(shared: Shared): Promise<void> {
  const { config, out } = toolsOf(shared);
  const findings = await examine(config);
  const marks: Record<Finding['level'], string> = { ok: '✓', watch: '!', act: '✗' };
  out.result(findings, () => findings.map(({ check, level, message }) => `${marks[level]} ${check.padEnd(14)} ${message}`).join('\n'));
  if (findings.some(({ level }) => level === 'act')) process.exitCode = 1;
}
