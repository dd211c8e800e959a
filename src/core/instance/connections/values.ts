import { type ConnectionKey, connectionKeys, type ConnectionId, type ConnectionValues } from '#shared/connections.ts';
import type { Config } from '#core/platform/config.ts';
import { environmentNameOf } from '#core/platform/config-environment.ts';
import type { ConfigValues } from '#core/platform/live-config.ts';

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
export const configKeyOf = (key: ConnectionKey): string => (smtpKeys.has(key) ? 'smtp.url' : key);

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
