import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ConnectionKey,
  connectionKeys,
  secretKeys,
  type ConnectionId,
  connectionIds,
  type ConnectionValues,
} from '#shared/connections.ts';
import type { Bus } from '#core/platform/bus.ts';
import type { Now } from '#core/platform/clock.ts';
import { environmentNameOf } from '#core/platform/config-environment.ts';
import { ConfigError, type Config } from '#core/platform/config.ts';
import { type Db, transact } from '#core/platform/db/connect.ts';
import { AppError, messageOf } from '#core/platform/errors.ts';
import { type LiveConfig, createLiveConfig, type ConfigValues } from '#core/platform/live-config.ts';
import { type Secrets, openSecrets, secretFile } from '#core/platform/secrets.ts';
import type { ConnectionsRow } from '../tables.ts';
import { deleteConnections, listConnectionRows, upsertConnection } from '../queries.ts';

/** Saved values by key. */
export type SavedValues = ReadonlyMap<ConnectionKey, string | number>;
type Value = string | number;

const smtpKeys: ReadonlySet<ConnectionKey> = new Set<ConnectionKey>(['smtp.host', 'smtp.port', 'smtp.user', 'smtp.password']);
const numericKeys: ReadonlySet<ConnectionKey> = new Set<ConnectionKey>([
  'smtp.port',
  'retention.unmatchedHours',
  'retention.runsDays',
  'retention.backups',
]);
const defaultSmtpPort = 587;
/** The port that uses TLS from the first byte; the others change to it. */
const tlsPort = 465;

function smtpUrlOf(saved: SavedValues): string {
  const host = String(saved.get('smtp.host') ?? '');
  if (host === '') return '';
  const port = Number(saved.get('smtp.port') ?? defaultSmtpPort);
  const [user = '', password = ''] = [saved.get('smtp.user'), saved.get('smtp.password')].map((part) => encodeURIComponent(part ?? ''));
  const login = user === '' ? '' : `${user}:${password}@`;
  return `${port === tlsPort ? 'smtps' : 'smtp'}://${login}${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What is saved, as values of the configuration. */
export function configValuesOf(saved: SavedValues): ConfigValues {
  const plain = [...saved].filter(([key]) => !smtpKeys.has(key));
  return { ...Object.fromEntries(plain), ...(saved.has('smtp.host') && { 'smtp.url': smtpUrlOf(saved) }) };
}

/** The configuration key behind a field. */
const configKeyOf = (key: ConnectionKey): string => (smtpKeys.has(key) ? 'smtp.url' : key);

/** The key whose value by file or environment also fixes this one: an operator's secret isn't sent to another server. */
const fixedWith: Partial<Record<ConnectionKey, string>> = {
  'ai.openai.baseUrl': 'ai.openai.apiKey',
  'auth.oidc.issuer': 'auth.oidc.clientSecret',
};

/** Who sets a field outside the browser: `environment` or `file`, and by which name. */
export function lockOf(key: ConnectionKey, { origins }: Pick<Config, 'origins'>): { setBy: 'environment' | 'file'; name: string } | null {
  for (const path of [configKeyOf(key), fixedWith[key]]) {
    const setBy = path === undefined ? undefined : origins[path];
    if (path !== undefined && setBy) return { setBy, name: setBy === 'file' ? path : environmentNameOf(path) };
  }
  return null;
}

function smtpPart(key: ConnectionKey, url: string): Value | null {
  const parsed = URL.parse(url);
  if (!parsed) return key === 'smtp.port' ? defaultSmtpPort : '';
  const fallback = parsed.protocol === 'smtps:' ? tlsPort : defaultSmtpPort;
  const parts: Partial<Record<ConnectionKey, Value>> = {
    'smtp.host': parsed.hostname.replace(/^\[|\]$/g, ''),
    'smtp.port': Number(parsed.port || fallback),
    'smtp.user': decodeURIComponent(parsed.username),
    'smtp.password': decodeURIComponent(parsed.password),
  };
  return parts[key] ?? null;
}

/** The value in effect. */
export function currentValue(key: ConnectionKey, config: Config): Value | null {
  if (smtpKeys.has(key)) return smtpPart(key, config.smtp.url);
  let at: unknown = config;
  for (const level of key.split('.')) at = (at as Record<string, unknown>)[level];
  if (Array.isArray(at)) return at.join(', ');
  return typeof at === 'string' || typeof at === 'number' ? at : null;
}

const has = (config: Config, ...keys: ConnectionKey[]): boolean => keys.every((key) => (currentValue(key, config) ?? '') !== '');

export function isConfigured(id: ConnectionId, config: Config): boolean {
  const { provider } = config.ai;
  if (id === 'reddit') return has(config, 'reddit.clientId', 'reddit.clientSecret');
  if (id === 'model') return provider !== 'builtin' && has(config, `ai.${provider}.model`);
  if (id === 'email') return has(config, 'smtp.host');
  if (id === 'stripe') return has(config, 'billing.stripeKey', 'billing.webhookSecret');
  if (id === 'oidc') return has(config, 'auth.oidc.issuer', 'auth.oidc.clientId');
  if (id === 'receivers') return has(config, 'notify.allowPrivateHosts');
  return id !== 'address' || has(config, 'http.publicUrl');
}

/** What is saved, with changes; null removes a value, as does an empty text. */
export function withChanges(saved: SavedValues, changes: ConnectionValues): Map<ConnectionKey, Value> {
  const after = new Map(saved);
  for (const [key, value] of Object.entries(changes) as [ConnectionKey, Value | null][]) {
    if (value === null || value === '') after.delete(key);
    else after.set(key, numericKeys.has(key) ? Number(value) : value);
  }
  return after;
}

export const keysOf = (id: ConnectionId): readonly ConnectionKey[] => connectionKeys[id];

/** The part of a log that is needed here. */
export interface WarningLog {
  warn: (about: { key?: string; problems?: unknown }, message: string) => void;
}

interface StoreDeps {
  db: Db;
  secrets: Pick<Secrets, 'seal' | 'unseal'>;
  now: Now;
  log: WarningLog;
  live: LiveConfig;
}

const known = new Set<string>(Object.values(connectionKeys).flat());
const contextOf = (key: string): string => `connections:${key}`;

/** What admins set in the browser. It is part of the configuration from `load` on. */
export function createConnectionStore({ db, secrets, now, log, live }: StoreDeps) {
  let saved = new Map<ConnectionKey, string | number>();
  let savedAt = new Map<ConnectionKey, number>();

  function readRow({ key, value, sealed }: ConnectionsRow): string | number | null {
    try {
      return sealed === null ? (JSON.parse(value ?? 'null') as string | number | null) : secrets.unseal(sealed, contextOf(key));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ key }, "a saved secret can't be read with this server's key; enter it again under Admin → Connections");
      return null;
    }
  }

  const rowOf = (key: ConnectionKey, value: string | number): ConnectionsRow => {
    const text = secretKeys.has(key)
      ? { value: null, sealed: secrets.seal(String(value), contextOf(key)) }
      : { value: JSON.stringify(value), sealed: null };
    return { key, ...text, saved_at: now() };
  };

  return {
    /** Reads what another server has saved. */
    follow(this: { load(): Promise<void> }, bus: Bus): void {
      bus.on('elsewhere', ({ fact }) => {
        if (fact === 'connections:changed' || fact === 'gap')
          this.load().catch((error: unknown) => log.warn({ problems: messageOf(error) }, 'saved connections could not be read again'));
      });
    },
    /** Reads what is stored and applies it. Values that are no longer valid are left out: they must not stop the start. */
    async load(): Promise<void> {
      const rows = (await listConnectionRows(db)).filter(({ key }) => known.has(key));
      saved = new Map();
      savedAt = new Map();
      for (const row of rows) {
        const value = readRow(row);
        if (value === null) continue;
        saved.set(row.key as ConnectionKey, value);
        savedAt.set(row.key as ConnectionKey, row.saved_at);
      }
      try {
        live.apply(configValuesOf(saved));
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        log.warn({ problems: error.problems }, 'saved connections are invalid and ignored; correct them under Admin → Connections');
      }
    },
    saved: (): SavedValues => saved,
    savedAt: (key: ConnectionKey): number | null => savedAt.get(key) ?? null,
    preview: (values: SavedValues): Config => live.preview(configValuesOf(values)),
    /** Stores and applies. Throws `ConfigError` if a value is invalid. */
    async save(values: SavedValues): Promise<void> {
      live.preview(configValuesOf(values));
      const changed = [...values].filter(([key, value]) => saved.get(key) !== value);
      const removed = [...saved.keys()].filter((key) => !values.has(key));
      await transact(db, async (trx) => {
        for (const [key, value] of changed) await upsertConnection(trx, rowOf(key, value));
        await deleteConnections(trx, removed);
      });
      for (const [key] of changed) savedAt.set(key, now());
      for (const key of removed) savedAt.delete(key);
      saved = new Map(values);
      live.apply(configValuesOf(saved));
    },
  };
}
export type ConnectionStore = ReturnType<typeof createConnectionStore>;

const refuse = (): never => {
  throw new AppError('unavailable', `${secretFile} is missing`);
};

/** Unlike `openSecrets`, creates no key. */
function readSecrets({ dataDir, security }: Config): Pick<Secrets, 'seal' | 'unseal'> {
  const hasKey = security.secret !== '' || existsSync(join(dataDir, secretFile));
  return hasKey ? openSecrets(dataDir, security.secret) : { seal: refuse, unseal: refuse };
}

export interface SavedConfig extends Pick<LiveConfig, 'config' | 'guardOf'> {
  /** Connections of which a value is saved. */
  saved: ConnectionId[];
}

/** The configuration with what admins saved in the browser, for a command that doesn't open the whole application. */
export async function loadSavedConfig(config: Config, db: Db, log: WarningLog): Promise<SavedConfig> {
  const live = createLiveConfig(config);
  const store = createConnectionStore({ db, secrets: readSecrets(config), now: Date.now, log, live });
  await store.load();
  const saved = connectionIds.filter((id) => keysOf(id).some((key) => store.saved().has(key)));
  return { config: live.config, guardOf: live.guardOf, saved };
}
