import { existsSync } from 'node:fs';
import { tryIssuer } from '#core/accounts/single-sign-on/issuer.ts';
import { readLedgerState, type LedgerState } from '#core/ai/ledger/budget.ts';
import { AiFailure, generateInForm } from '#core/ai/provider.ts';
import { createProvider } from '#core/ai/registry.ts';
import { type WarningLog, loadSavedConfig, type SavedConfig } from '#core/instance/connections/store.ts';
import type { Config } from '#core/platform/config.ts';
import { connect, type Db, checkEngine } from '#core/platform/db/connect.ts';
import { isDamage } from '#core/platform/db/failure.ts';
import { listPending } from '#core/platform/db/migrate.ts';
import { databaseFile } from '#core/platform/db/open.ts';
import { connectPostgres } from '#core/platform/db/postgres/connect-postgres.ts';
import { checkPostgres } from '#core/platform/db/postgres/open-postgres.ts';
import { countServers } from '#core/platform/db/postgres/postgres-lock.ts';
import { partsOf } from '#core/platform/db/postgres/postgres-url.ts';
import { databaseSizes, longLogBytes } from '#core/platform/db/status-queries.ts';
import { damageOf, refuseEmptied, refuseMissing } from '#core/platform/db/soundness.ts';
import { messageOf } from '#core/platform/errors.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import { listJobRows } from '#core/platform/job-queries.ts';

/** Result of one check of `earshot doctor`. */
export interface Finding {
  check: string;
  level: 'ok' | 'watch' | 'act';
  /** What was found and, for `watch` and `act`, what to do. */
  message: string;
}

/** Reads from the database, which a running server may hold. Null if there is none yet. */
export async function withStored<T>(config: Config, read: (db: Db) => Promise<T>): Promise<T | null> {
  const { client, url } = config.database;
  const file = databaseFile(config);
  if (client === 'sqlite' && !existsSync(file)) return null;
  const db = client === 'postgres' ? await connectPostgres(url) : connect(file);
  try {
    return await read(db);
  } finally {
    await db.destroy();
  }
}

/** Null without a usable database, which is reported on its own. */
export const readLedger = (config: Config): Promise<LedgerState | null> =>
  withStored(config, (db) => readLedgerState(db, { ai: config.ai, now: Date.now })).catch(() => null);

interface Saved extends Pick<SavedConfig, 'config' | 'guardOf'> {
  findings: Finding[];
}

export const nothingSaved = (config: Config): Saved => ({ config, guardOf: () => null, findings: [] });

/** The configuration with what is set under Admin → Connections. A database without tables has nothing. */
export async function readSaved(config: Config): Promise<Saved> {
  const warnings: string[] = [];
  const warn: WarningLog['warn'] = ({ key }, message) => void warnings.push(key === undefined ? message : `${key}: ${message}`);
  const found = await withStored(config, (db) => loadSavedConfig(config, db, { warn })).catch(() => null);
  if (found === null) return nothingSaved(config);
  const { saved, ...live } = found;
  if (saved.length + warnings.length === 0) return { ...live, findings: [] };
  const message = [saved.length > 0 ? `set in the browser: ${saved.join(', ')}` : 'set in the browser', ...warnings].join('. ');
  return { ...live, findings: [{ check: 'connections', level: warnings.length > 0 ? 'watch' : 'ok', message }] };
}

const longLogText = (bytes: number): string =>
  `its write-ahead log has grown to ${Math.round(bytes / 1e6)} MB because another program keeps the database open. Close that program, then restart the server`;

/** The file of the database, for `earshot doctor`. */
export async function checkDatabase(config: Config): Promise<Finding> {
  const check = 'database';
  const file = databaseFile(config);
  try {
    refuseMissing(file);
    refuseEmptied(file);
    if (!existsSync(file)) return { check, level: 'ok', message: 'none yet. It will be created on the first start' };
    return { check, ...(await checkSchema(file)) };
  } catch (error) {
    return { check, level: 'act', message: messageOf(isDamage(error) ? damageOf(file, error) : error) };
  }
}

async function checkSchema(file: string): Promise<Omit<Finding, 'check'>> {
  const db = connect(file);
  try {
    await checkEngine(db);
    const pending = await listPending(db);
    if (pending.length > 0) return { level: 'watch', message: `needs ${pending.join(', ')}. Run earshot migrate or restart the server` };
    const fileCheck = (await listJobRows(db)).find(({ name }) => name === 'file-check');
    if (fileCheck?.last_error) return { level: 'act', message: fileCheck.last_error };
    const { log } = await databaseSizes(file);
    if (log > longLogBytes) return { level: 'watch', message: longLogText(log) };
    return { level: 'ok', message: 'up to date' };
  } finally {
    await db.destroy();
  }
}

const runningOf = (servers: number): string =>
  servers < 2 ? (['not running', 'running on this database'][servers] ?? '') : `${servers} are running on this database`;

/** Connection, version, rights, and pending migrations, then how many servers use the database. */
export async function checkPostgresDatabase({ database: { url }, dataDir }: Config): Promise<Finding[]> {
  const check = 'database';
  const db = await connectPostgres(url);
  try {
    const { version, isEmpty } = await checkPostgres(db, url, dataDir);
    const { server, database } = partsOf(url);
    const where = `PostgreSQL ${version} at ${server}, database ${database}`;
    const pending = await listPending(db);
    if (isEmpty) return [{ check, level: 'ok', message: `${where}, still empty. The first start creates the tables` }];
    return [
      pending.length > 0
        ? { check, level: 'watch', message: `${where} needs ${pending.join(', ')}. Run earshot migrate or restart the server` }
        : { check, level: 'ok', message: `${where}, up to date` },
      { check: 'server', level: 'ok', message: runningOf(await countServers(db)) },
    ];
  } catch (error) {
    return [{ check, level: 'act', message: messageOf(error) }];
  } finally {
    await db.destroy();
  }
}

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
const question = { system: 'You answer with JSON alone.', prompt: 'Answer {"ok": true}', schema, maxTokens: 20 };

const textOf = (error: unknown): string =>
  error instanceof AiFailure ? `${error.message}${error.hint === null ? '' : `: ${error.hint}`}` : messageOf(error);

const clockOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

interface ModelCheck {
  /** What the ledger says, if there is one. */
  readLedgerState: () => Promise<LedgerState | null>;
  guardOf?: GuardOf;
}

/** Asks each configured model a tiny question, which isn't recorded in the ledger. */
export async function checkModel(ai: Config['ai'], { readLedgerState: readState, guardOf }: ModelCheck): Promise<Finding> {
  const check = 'model';
  const provider = createProvider(ai, Date.now, guardOf);
  if (!provider) return { check, level: 'ok', message: 'none. The built-in scorer is used' };
  const models = [provider.models.small, ...(provider.models.strong === null ? [] : [provider.models.strong])];
  try {
    for (const model of models)
      await generateInForm(provider, { ...question, model, way: 'quiet', signal: AbortSignal.timeout(ai.limits.timeoutMs) });
    const spent = (await readState())?.spent ?? null;
    const message = `${provider.name} responds with ${models.join(' and ')}`;
    if (spent === null) return { check, level: 'ok', message };
    return { check, level: 'watch', message: `${message}. ${spent}; posts are scored without AI until midnight UTC (ai.limits)` };
  } catch (error) {
    const lastAnswerAt = (await readState())?.lastAnswerAt ?? null;
    const since = lastAnswerAt === null ? 'It has not answered yet' : `Last answer: ${clockOf(lastAnswerAt)}`;
    const message = `${provider.name} can't be used (${textOf(error)}). ${since}. The built-in scorer is used until this is fixed`;
    return { check, level: 'act', message };
  } finally {
    await provider.close();
  }
}

export async function checkIssuer(config: Config, guardOf: GuardOf): Promise<Finding[]> {
  if (config.auth.oidc.issuer === '') return [];
  const { ok, message } = await tryIssuer(config, guardOf);
  return [{ check: 'single sign-on', level: ok ? 'ok' : 'act', message }];
}
