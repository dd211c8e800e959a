import type { CoreContext } from '#core/context.ts';
import { isoTime } from '#core/platform/clock.ts';
import {
  type Connection,
  type ConnectionField,
  type ConnectionId,
  connectionIds,
  type ConnectionKey,
  type Connections,
  type ConnectionTest,
  type ConnectionValues,
  secretKeys,
  type TestedId,
  type ModelCheckPart,
} from '#shared/connections.ts';
import type { Way } from '#shared/ai.ts';
import { callbackUrlOf } from '#core/accounts/single-sign-on/issuer.ts';
import { ownOrigin } from '#core/accounts/reset-links.ts';
import { type Actor, requireAdmin } from '#core/platform/actor.ts';
import { isServedAt } from '#core/platform/base-path.ts';
import { type Config, ConfigError } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { browserGuard } from '#core/platform/live-config.ts';
import type { GuardOf } from '#core/platform/http/upstream.ts';
import { redirectUriOf } from '#core/reddit/account/linking.ts';
import type { ErrorDetail } from '#shared/errors.ts';
import {
  type ConnectionStore,
  configValuesOf,
  currentValue,
  isConfigured,
  keysOf,
  lockOf,
  withChanges,
  type SavedValues,
} from './store.ts';

/** A secret is only sent to the server that it was saved for: another address needs it again. */
const sentTo: Partial<Record<ConnectionKey, { keys: readonly ConnectionKey[]; name: string }>> = {
  'ai.openai.apiKey': { keys: ['ai.openai.baseUrl'], name: 'API key' },
  'smtp.password': { keys: ['smtp.host', 'smtp.port'], name: 'password' },
  'auth.oidc.clientSecret': { keys: ['auth.oidc.issuer'], name: 'client secret' },
};

const refuse = (details: ErrorDetail[]): AppError => new AppError('invalid', details[0]?.message ?? 'Invalid', { details });
const pathOf = (key: string): string => `values.${key}`;

function lockedKeys(values: ConnectionValues, config: Config): ErrorDetail[] {
  return (Object.keys(values) as ConnectionKey[]).flatMap((key) => {
    const lock = lockOf(key, config);
    if (!lock || String(values[key]) === String(currentValue(key, config))) return [];
    const where = lock.setBy === 'file' ? 'the configuration file' : 'the environment';
    return [{ path: pathOf(key), message: `${lock.name} is set in ${where}. Change it there, or remove it there first.` }];
  });
}

function movedSecrets(values: ConnectionValues, { saved, after }: { saved: SavedValues; after: SavedValues }): ErrorDetail[] {
  return (Object.keys(sentTo) as ConnectionKey[]).flatMap((secret) => {
    const { keys = [], name = '' } = sentTo[secret] ?? {};
    const isKept = saved.has(secret) && after.has(secret) && (values[secret] === undefined || values[secret] === '');
    if (!isKept || keys.every((key) => saved.get(key) === after.get(key))) return [];
    return [{ path: pathOf(secret), message: `Enter the ${name} again: the address has changed.` }];
  });
}

/** What `after` lacks for the connection to work. */
function missing(id: ConnectionId, config: Config): ErrorDetail[] {
  const isEmpty = (key: ConnectionKey): boolean => (currentValue(key, config) ?? '') === '';
  const need = (key: ConnectionKey, message: string): ErrorDetail[] => (isEmpty(key) ? [{ path: pathOf(key), message }] : []);
  if (id === 'reddit' && !(isEmpty('reddit.clientId') && isEmpty('reddit.clientSecret')))
    return [...need('reddit.clientId', 'Enter the client ID, too.'), ...need('reddit.clientSecret', 'Enter the client secret, too.')];
  if (id === 'email' && !isEmpty('smtp.user')) return need('smtp.password', 'Enter the password of this user.');
  if (id === 'model' && config.ai.provider !== 'builtin') return need(`ai.${config.ai.provider}.model`, 'Choose a model.');
  if (id === 'stripe' && !isEmpty('billing.stripeKey'))
    return need('billing.webhookSecret', 'Enter the signing secret of the webhook, too: without it, payments change no plan.');
  if (id === 'oidc' && !(isEmpty('auth.oidc.issuer') && isEmpty('auth.oidc.clientId')))
    return [...need('auth.oidc.issuer', 'Enter the issuer, too.'), ...need('auth.oidc.clientId', 'Enter the client ID, too.')];
  return [];
}

const secretForms: readonly { key: ConnectionKey; form: RegExp; message: string }[] = [
  {
    key: 'billing.stripeKey',
    form: /^(?:sk|rk)_/,
    message: 'A secret key begins with sk_ or rk_. The publishable key (pk_) is another one.',
  },
  { key: 'billing.webhookSecret', form: /^whsec_/, message: 'A signing secret begins with whsec_.' },
];

function badForms(values: ConnectionValues): ErrorDetail[] {
  const forms = secretForms.flatMap(({ key, form, message }) => {
    const value = values[key];
    return typeof value === 'string' && value !== '' && !form.test(value) ? [{ path: pathOf(key), message }] : [];
  });
  const host = values['smtp.host'];
  if (typeof host === 'string' && host !== '' && !/^[\w.:-]+$/.test(host))
    forms.push({ path: pathOf('smtp.host'), message: 'Enter only the name of the server, such as smtp.example.com.' });
  const port = values['smtp.port'];
  if (port !== undefined && port !== null && port !== '' && !(Number.isInteger(Number(port)) && Number(port) > 0 && Number(port) <= 65_535))
    forms.push({ path: pathOf('smtp.port'), message: 'A port is a number from 1 to 65535.' });
  const address = values['http.publicUrl'];
  if (typeof address === 'string' && address !== '' && URL.parse(address) && !isServedAt(address))
    forms.push({
      path: pathOf('http.publicUrl'),
      message: 'Enter an address such as https://earshot.example.com or https://example.com/earshot.',
    });
  return forms;
}

interface Checked {
  saved: SavedValues;
  after: SavedValues;
  config: Config;
  preview: (values: SavedValues) => Config;
}

/** Throws `invalid` with a sentence per field, and returns the configuration with the new values. */
function checkValues(id: ConnectionId, values: ConnectionValues, { saved, after, config, preview }: Checked): Config {
  const foreign = Object.keys(values).filter((key) => !keysOf(id).includes(key as ConnectionKey));
  if (foreign.length > 0) throw refuse(foreign.map((key) => ({ path: pathOf(key), message: `${key} is not part of this connection.` })));
  const early = [...lockedKeys(values, config), ...badForms(values), ...movedSecrets(values, { saved, after })];
  if (early.length > 0) throw refuse(early);
  try {
    const next = preview(after);
    const late = missing(id, next);
    if (late.length > 0) throw refuse(late);
    return next;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw refuse(error.problems.map(({ path, message }) => ({ path: pathOf(path), message })));
  }
}

/** Names without values: they may be secret. */
const namesOf = (values: ConnectionValues): string =>
  Object.keys(values)
    .map((key) => (secretKeys.has(key as ConnectionKey) ? `${key} (secret)` : key))
    .join(', ');

/** Values to try: the configuration that they make, and the guard for addresses among them. */
export interface Trial {
  config: Config;
  guardOf: GuardOf;
  actor: Actor;
}
export type RunTest = (trial: Trial) => Promise<ConnectionTest>;

interface PartOfCheck {
  part: number;
  way: Way | null;
}

interface ConnectionDeps extends Pick<CoreContext, 'config' | 'writeAudit' | 'bus'> {
  store: ConnectionStore;
  tests: Record<TestedId | 'models', RunTest>;
  checkModel: (trial: Trial, asked: PartOfCheck) => Promise<ModelCheckPart>;
}

function fieldOf(key: ConnectionKey, { config, store }: ConnectionDeps): ConnectionField {
  const lock = lockOf(key, config);
  const secret = secretKeys.has(key);
  const value = currentValue(key, config);
  const savedAt = lock ? null : store.savedAt(key);
  return {
    key,
    value: secret ? null : value,
    secret,
    saved: (value ?? '') !== '',
    setBy: lock?.setBy ?? (savedAt === null ? 'default' : 'browser'),
    lockedBy: lock?.name ?? null,
    savedAt: isoTime(savedAt),
  };
}

/** Connections as admins see and change them. Every method throws `forbidden` for everyone else. */
export function createConnections(deps: ConnectionDeps) {
  const { config, store, tests, checkModel, writeAudit, bus } = deps;

  const present = (id: ConnectionId): Connection => ({
    id,
    configured: isConfigured(id, config),
    fields: keysOf(id).map((key) => fieldOf(key, deps)),
  });
  const presentAll = (): Connections => ({
    items: connectionIds.map(present),
    redirectUri: redirectUriOf(config),
    loginCallbackUrl: callbackUrlOf(config),
    webhookUrl: `${ownOrigin(config)}/api/billing/webhook`,
  });

  function checked(id: ConnectionId, values: ConnectionValues, preview = store.preview) {
    const saved = store.saved();
    const after = withChanges(saved, values);
    return { after, next: checkValues(id, values, { saved, after, config, preview }) };
  }
  const trialOf = (actor: Actor, { after, next }: ReturnType<typeof checked>): Trial => ({
    config: next,
    guardOf: browserGuard(next, configValuesOf(after)),
    actor,
  });

  return {
    list(actor: Actor): Connections {
      requireAdmin(actor);
      return presentAll();
    },
    /** Throws `invalid` with a sentence for each field that can't be saved. */
    async change(actor: Actor, id: ConnectionId, values: ConnectionValues): Promise<Connections> {
      requireAdmin(actor);
      // Another server may have saved others.
      await store.load();
      await store.save(checked(id, values).after);
      bus.emit('connections:changed', {});
      await writeAudit(actor, { action: 'connection-changed', target: `connection:${id}`, details: { changed: namesOf(values) } });
      return presentAll();
    },
    /** Tests without storing. A connection that doesn't work is a result, not an error. */
    async test(actor: Actor, id: TestedId, values: ConnectionValues = {}): Promise<ConnectionTest> {
      requireAdmin(actor);
      const result = await tests[id](trialOf(actor, checked(id, values)));
      await writeAudit(actor, { action: 'connection-tested', target: `connection:${id}`, details: { ok: result.ok } });
      return result;
    },
    async models(actor: Actor, values: ConnectionValues): Promise<ConnectionTest> {
      requireAdmin(actor);
      // Without a check that a model is chosen: this is what it is chosen from.
      return tests.models(trialOf(actor, checked('model', values, withModel(store.preview))));
    },
    /** Throws `invalid` for a part that there isn't. */
    async checkModel(actor: Actor, values: ConnectionValues, asked: PartOfCheck): Promise<ModelCheckPart> {
      requireAdmin(actor);
      return checkModel(trialOf(actor, checked('model', values)), asked);
    },
  };
}
export type ConnectionsService = ReturnType<typeof createConnections>;

const withModel =
  (preview: ConnectionStore['preview']): ConnectionStore['preview'] =>
  (values) =>
    preview(new Map([['ai.ollama.model', '?'], ['ai.openai.model', '?'], ...values]));
