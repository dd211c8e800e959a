import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';
import { checkAgainst } from '#shared/issue-messages.ts';
import { minuteMs } from '#shared/time.ts';
import { isServedAt } from './base-path.ts';
import { environmentKeys } from './config-environment.ts';
import { isPostgresUrl, urlRule } from './db/postgres/postgres-url.ts';
import { AppError } from './errors.ts';
import { isHostEntry } from './http/target.ts';
import { parseNetwork } from './http/network.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(0);
const toggle = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')]);
const webUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
/** Kept as written: the issuer names itself by exactly this address, with or without a slash at the end. */
const issuerUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#@]/.test(url), 'Must be an address such as https://auth.example.com/realms/home');
const publicUrl = webUrl.refine(isServedAt, 'Must be an address such as https://earshot.example.com or https://example.com/earshot');
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(',').flatMap((part) => part.trim() || []))]);
/** Hosts and networks that may be private. */
const hosts = list.refine(
  (all) => all.every(isHostEntry),
  'Must be hosts such as ntfy.lan or ntfy.lan:8080, addresses, or networks such as 10.0.0.0/8',
);
const limit = z.coerce.number().int().min(0).nullable().default(null);
/** Checks the number of fields; the scheduler checks their values. */
const cron = z.string().regex(/^\s*\S+(?:\s+\S+){4,5}\s*$/, 'Must be a cron expression such as 17 */4 * * *');
/** Invalid YAML stays text, which the schema then rejects. */
function fromText(value: unknown): unknown {
  try {
    return typeof value === 'string' ? parse(value) : value;
  } catch {
    return value;
  }
}
const section = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).prefault({} as never);

/** Rejects long but repetitive values, which aren't secret. */
const isVaried = (text: string): boolean => text.length < 32 || new Set(text).size >= 10;

const isEndpoint = (text: string): boolean =>
  text === '' || /^\/(?!\/)[\w./~-]*$/.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text));

/** Limits of an account; null: unlimited. Seats include the account itself. */
const planSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Use lowercase letters, digits, and dashes'),
  name: z.string().trim().min(1).max(60),
  about: z.string().max(300).default(''),
  /** Displayed as is, such as `$19 a month`. */
  price: z.string().max(60).default(''),
  /** Stripe price ID; empty if only admins grant the plan. */
  stripePrice: z.string().default(''),
  limits: section({
    campaigns: limit,
    leadsPerMonth: limit,
    aiCallsPerDay: limit,
    seats: z.coerce.number().int().min(1).nullable().default(null),
  }),
});
export type PlanConfig = z.output<typeof planSchema>;
const freePlan = { id: 'free', name: 'Everything', about: 'All of Earshot, without limits.' };

/** The first is the default plan. */
const plansSchema = z
  .preprocess(fromText, z.array(planSchema).min(1).max(20))
  .refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, 'Two plans have the same id')
  .prefault([freePlan]);

export const configSchema = section({
  dataDir: z.string().min(1).default('./data'),
  http: section({
    port: port.default(3000),
    /** Loopback by default: the first visitor of a new instance becomes its admin. */
    host: z.string().min(1).default('127.0.0.1'),
    publicUrl: z.union([publicUrl, z.literal('')]).default(''),
    trustedProxies: list
      .refine((all) => all.every((text) => parseNetwork(text) !== null), 'Must be addresses or networks such as 10.0.0.0/8')
      .default([]),
    connectionsPerAddress: z.coerce.number().int().min(1).default(256),
  }),
  database: section({
    client: z.enum(['sqlite', 'postgres']).default('sqlite'),
    url: z.string().default(''),
  }),
  reddit: section({
    wwwUrl: webUrl.default('https://www.reddit.com'),
    apiUrl: webUrl.default('https://oauth.reddit.com'),
    clientId: z.string().default(''),
    clientSecret: z.string().default(''),
    userAgent: z.string().default(''),
    source: z.enum(['auto', 'api', 'rss', 'off']).default('auto'),
    /** `token:user` of a personal feed at reddit.com/prefs/feeds. */
    feedToken: z.string().default(''),
    requestsPerMinute: z.coerce.number().positive().max(10_000).default(100),
    rssIntervalMs: z.coerce.number().int().min(0).default(minuteMs),
  }),
  hackerNews: section({
    /** URL of Hacker News' own API. */
    url: webUrl.default('https://hacker-news.firebaseio.com'),
    /** Of Algolia's search, which has the posts from before the first run. */
    searchUrl: webUrl.default('https://hn.algolia.com'),
  }),
  lobsters: section({
    url: webUrl.default('https://lobste.rs'),
  }),
  stackExchange: section({
    url: webUrl.default('https://api.stackexchange.com'),
    /** Raises the daily limit from 300 to 10,000 requests; free at stackapps.com. */
    key: z.string().default(''),
  }),
  github: section({
    url: webUrl.default('https://api.github.com'),
    /** Raises the limits, and is needed for discussions; a token without any permission will do. */
    token: z.string().trim().default(''),
  }),
  bluesky: section({
    /** Send the live stream, called Jetstream; empty: Bluesky's own. */
    servers: list.pipe(z.array(webUrl)).default([]),
    /** Has names of accounts, and says whether posts are still there. */
    url: webUrl.default('https://public.api.bsky.app'),
  }),
  alerts: section({
    /** IMAP server of the mailbox in which alerts of other services arrive; empty: none. */
    host: z.string().trim().default(''),
    /** 993: encrypted from the start; others must offer STARTTLS, except on this machine. */
    port: z.coerce.number().int().min(1).max(65_535).default(993),
    user: z.string().default(''),
    password: z.string().default(''),
    folder: z.string().trim().min(1).default('INBOX'),
  }),
  scoring: section({
    /** `off`: rules and the cheap stage alone decide, on a machine with little memory. */
    reader: z.enum(['on', 'off']).default('on'),
  }),
  ai: section({
    provider: z.enum(['builtin', 'ollama', 'openai']).default('builtin'),
    ollama: section({
      host: webUrl.default('http://127.0.0.1:11434'),
      model: z.string().default('qwen3:4b-instruct'),
      strongModel: z.string().default(''),
    }),
    openai: section({
      baseUrl: webUrl.default('https://api.openai.com/v1'),
      apiKey: z.string().default(''),
      model: z.string().default('gpt-6-luna'),
      strongModel: z.string().default(''),
    }),
    limits: section({
      tokensPerDay: count.default(400_000),
      callsPerDay: count.default(2_000),
      tokensPerUserDay: count.default(200_000),
      timeoutMs: z.coerce.number().int().min(100).default(minuteMs),
      concurrency: z.coerce.number().int().min(1).max(32).default(2),
    }),
    /** Price per million tokens by model: `{ "gpt-6-luna": { in: 0.1, out: 0.5 } }`. */
    prices: z.preprocess(fromText, z.record(z.string(), z.strictObject({ in: z.number().min(0), out: z.number().min(0) }))).prefault({}),
  }),
  jobs: section({
    enabled: toggle.default(true),
    discovery: cron.default('* * * * *'),
    learning: cron.default('*/10 * * * *'),
    deletionSync: cron.default('17 */4 * * *'),
    retention: cron.default('41 3 * * *'),
    backup: cron.default('11 2 * * *'),
    analytics: cron.default('* * * * *'),
  }),
  retention: section({
    unmatchedHours: z.coerce.number().positive().default(48),
    runsDays: z.coerce.number().positive().default(30),
    backups: z.coerce.number().int().min(1).default(7),
  }),
  /** Limits per account, so that one account can't use up the instance. */
  limits: section({
    campaignsPerUser: z.coerce.number().int().min(1).default(100),
    rulesPerUser: z.coerce.number().int().min(1).default(2_000),
    ruleCharactersPerUser: z.coerce.number().int().min(500).max(1_000_000).default(30_000),
    ruleCharacters: z.coerce.number().int().min(500).max(2_000_000).default(300_000),
    itemsPerUser: z.coerce.number().int().min(1).default(500_000),
    importsPerUser: z.coerce.number().int().min(1).default(3),
    uploadMegabytes: z.coerce.number().int().min(1).max(100_000).default(2_048),
  }),
  auth: section({
    /** `off`: where there is another way to log in, passwords and passkeys don't. */
    password: z.enum(['on', 'off']).default('on'),
    /** Whether assistants may ask users for access (OAuth). They need an `http.publicUrl` with https. */
    assistants: z.enum(['on', 'off']).default('on'),
    /** Holds the email address of whoever a trusted proxy has logged in; empty: none. */
    proxyHeader: z
      .string()
      .regex(/^[\w-]*$/, 'Must be the name of a header such as Remote-Email')
      .toLowerCase()
      .default(''),
    /** OpenID Connect. */
    oidc: section({
      issuer: z.union([issuerUrl, z.literal('')]).default(''),
      clientId: z.string().trim().default(''),
      clientSecret: z.string().trim().default(''),
      /** On the button "Continue with …". */
      name: z.string().trim().min(1).max(40).default('single sign-on'),
      scopes: z.string().trim().default('openid profile email'),
      /** With dots for claims in claims, such as `realm_access.roles`. */
      groupsClaim: z.string().trim().min(1).default('groups'),
      /** Whoever is in it is an admin, and nobody else; empty: roles are set in Earshot. */
      adminGroup: z.string().trim().default(''),
      /** Whether people without an account get one. */
      signUp: z.enum(['on', 'off']).default('off'),
    }),
  }),
  registration: z.enum(['open', 'first', 'closed']).default('open'),
  smtp: section({
    url: z.string().default(''),
    from: z.string().default('Earshot <earshot@localhost>'),
  }),
  notify: section({
    /** URL of Telegram's Bot API, which operators can host themselves. */
    telegramUrl: webUrl.default('https://api.telegram.org'),
    /** URL of Pushover's API. */
    pushoverUrl: webUrl.default('https://api.pushover.net'),
    /** Private hosts and networks that receivers of notifications may be in. */
    allowPrivateHosts: hosts.default([]),
  }),
  billing: section({
    plans: plansSchema,
    stripeKey: z.string().default(''),
    webhookSecret: z.string().default(''),
    stripeUrl: z.union([webUrl, z.literal('')]).default(''),
  }),
  security: section({
    /** Also for websites, feeds, and what admins name in the browser. */
    allowPrivateHosts: hosts.default([]),
    tokenDays: z.coerce.number().positive().max(365).default(7),
    /** At least 32 characters; if empty, generated and stored in the data folder. */
    secret: z
      .union([
        z.literal(''),
        z.string().min(32, 'At least 32 characters').refine(isVaried, 'Too easy to guess. Generate one with: openssl rand -base64 48'),
      ])
      .default(''),
  }),
  analytics: section({
    /** Where browsers report page views: a URL, or a path of this site; empty: nowhere. */
    endpoint: z
      .string()
      .refine(isEndpoint, 'Must be a URL such as https://stats.example.com/collect, or a path such as /collect')
      .default(''),
  }),
  updates: section({
    /** Atom feed of releases, asked once a day; empty: never. */
    feed: z
      .string()
      .refine(
        (text) => text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
        'Must be a URL such as https://github.com/OWNER/earshot/releases.atom',
      )
      .default(''),
  }),
  log: section({ level: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info') }),
});
/** Who set a key, by path; keys that only have their default are absent. */
export type ConfigOrigins = Readonly<Record<string, 'environment' | 'file'>>;
export type Config = z.output<typeof configSchema> & { origins: ConfigOrigins };
export type ConfigInput = z.input<typeof configSchema>;

/** All problems of a configuration, each with its path. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly { path: string; message: string }[];
  constructor(problems: readonly { path: string; message: string }[]) {
    super(`Configuration: ${problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
    this.problems = problems;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** In YAML, a section with all lines commented out is null; treat it as absent. */
function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])));
}

function readFileKeys(file: string): unknown {
  try {
    return withoutNulls(parse(readFileSync(file, 'utf8')) ?? {});
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new AppError('not_found', `Couldn't read ${file}`);
    throw new ConfigError([
      { path: file, message: error instanceof Error ? (error.message.split('\n')[0] ?? 'Unreadable') : 'Unreadable' },
    ]);
  }
}

function merge(base: unknown, over: Record<string, unknown>): unknown {
  if (!isRecord(base)) return over;
  const out: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) out[key] = isRecord(value) ? merge(out[key], value) : value;
  return out;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

/** An empty text is a key that isn't set, as in a copy of config.example.yaml. */
function originsOf(input: unknown, origin: 'environment' | 'file', path = ''): ConfigOrigins {
  if (!isRecord(input)) return path === '' || input === '' ? {} : { [path]: origin };
  const parts = Object.entries(input).map(([key, inner]) => originsOf(inner, origin, path === '' ? key : `${path}.${key}`));
  return Object.assign({}, ...parts) as ConfigOrigins;
}

/** Validates and freezes. Throws `ConfigError` with every problem. */
export function parseConfig(input: unknown, origins: ConfigOrigins = originsOf(input, 'file')): Config {
  const parsed = checkAgainst(configSchema, input);
  if ('details' in parsed) throw new ConfigError(parsed.details.map(({ path, message }) => ({ path: path || '(file)', message })));
  const { client, url } = parsed.data.database;
  // The value holds a password, so it isn't repeated.
  if (client === 'postgres' && !isPostgresUrl(url)) throw new ConfigError([{ path: 'database.url', message: `It ${urlRule}` }]);
  return deepFreeze({ ...parsed.data, origins });
}

/** Reads `file`, `$EARSHOT_CONFIG`, or `./config.yaml` if it exists, and applies environment variables. Throws `ConfigError`. */
export function loadConfig(file?: string, environment: NodeJS.ProcessEnv = process.env): Config {
  const named = file ?? environment['EARSHOT_CONFIG'];
  const path = named ?? (existsSync('config.yaml') ? 'config.yaml' : undefined);
  const { keys, problems } = environmentKeys(environment, configSchema);
  if (problems.length > 0) throw new ConfigError(problems);
  const inFile = path === undefined ? {} : readFileKeys(path);
  return parseConfig(merge(inFile, keys), { ...originsOf(inFile, 'file'), ...originsOf(keys, 'environment') });
}

/** The API token that a command acts with; empty without one. */
export const ownToken = (environment: NodeJS.ProcessEnv = process.env): string => environment['EARSHOT_TOKEN'] ?? '';
