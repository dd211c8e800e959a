import { type ConnectionId, type ConnectionKey, type ConnectionValues, secretKeys } from '#shared/connections.ts';
import type { ErrorDetail } from '#shared/errors.ts';
import { isServedAt } from '#core/platform/base-path.ts';
import { type Config, ConfigError } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { currentValue, keysOf, lockOf, type SavedValues } from './values.ts';

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
export function checkValues(id: ConnectionId, values: ConnectionValues, { saved, after, config, preview }: Checked): Config {
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
export const namesOf = (values: ConnectionValues): string =>
  Object.keys(values)
    .map((key) => (secretKeys.has(key as ConnectionKey) ? `${key} (secret)` : key))
    .join(', ');
