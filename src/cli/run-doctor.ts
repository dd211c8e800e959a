import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import type { Config } from '#core/platform/config.ts';
import { takeInstanceLock } from '#core/platform/db/lock.ts';
import { AppError, messageOf } from '#core/platform/errors.ts';
import { userAgentOf } from '#core/reddit/client/user-agent.ts';
import { createUpstream, type GuardOf } from '#core/platform/http/upstream.ts';
import { openTransport } from '#core/platform/email/transport.ts';
import { webRoot } from '#core/platform/web-root.ts';
import { toolsOf, type Shared } from './command.ts';
import { checkDatabase } from './check-database.ts';
import { checkModel } from './check-model.ts';
import { checkPostgresDatabase } from './check-postgres.ts';
import type { Finding } from './finding.ts';
import { nothingSaved, readSaved } from './saved-connections.ts';
import { readLedger } from './stored.ts';

const minBytes = 100_000_000;

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;

function checkFolder(config: Config): Finding {
  const check = 'data folder';
  if (!existsSync(config.dataDir)) return { check, level: 'ok', message: `${config.dataDir} will be created on the first start` };
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
    return { check, level: isRunning ? 'ok' : 'act', message: isRunning ? 'running on this data folder' : messageOf(error) };
  }
}

async function checkReddit({ reddit }: Config): Promise<Finding> {
  const check = 'reddit';
  const transport = reddit.source === 'auto' ? (reddit.clientId ? 'api' : 'rss') : reddit.source;
  if (transport === 'off') return { check, level: 'watch', message: 'fetching is off (reddit.source). Only imports and sample posts work' };
  if (transport === 'api' && !reddit.clientId)
    return { check, level: 'act', message: 'reddit.source is api, but reddit.clientId is empty' };
  const address = transport === 'api' ? reddit.apiUrl : reddit.wwwUrl;
  const upstream = createUpstream({ userAgent: userAgentOf(reddit.userAgent), timeoutMs: 8000 });
  try {
    const { status } = await upstream.send({ url: `${address}/` });
    if (transport === 'api' && !reddit.userAgent)
      return { check, level: 'watch', message: 'reddit.userAgent is empty. Reddit requires it to name your app and account' };
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

function checkWeb(): Finding {
  const isBuilt = existsSync(webRoot);
  return { check: 'web app', level: isBuilt ? 'ok' : 'act', message: isBuilt ? 'built' : 'not built. Run npm run build' };
}

async function checkData(config: Config): Promise<Finding[]> {
  if (config.database.client === 'postgres') return checkPostgresDatabase(config);
  return isFile(config.dataDir) ? [] : [await checkDatabase(config), await checkLock(config)];
}

/** What doctor finds, with what to do. */
export async function examine(base: Config): Promise<Finding[]> {
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
    await checkReddit(config),
    await checkMail(config, guardOf),
    await checkModel(config.ai, { guardOf, readLedgerState: () => readLedger(config) }),
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
