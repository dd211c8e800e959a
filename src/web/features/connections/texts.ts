import { percentText } from '#web/lib/format.ts';
import type { ConnectionField, ConnectionId, ConnectionKey, TestedId } from '#shared/connections.ts';
import { product } from '#shared/product.ts';
import { openNames } from '#shared/reddit-access.ts';
import { t, listed } from '#web/lib/language.ts';

const openInstead = listed(openNames.map((name) => t(name)));

export const connectionTexts = {
  tab: t('Connections'),
  lead: t('Changes take effect right away; no restart needed. Secrets are stored encrypted and never shown again.'),
  failed: t("Couldn't load the connections."),
  setUp: t('Set up'),
  notSetUp: t('Not set up'),
  saved: (title: string) => t('{title} saved', { title }),
  inBrowser: t('Saved'),
  replace: t('Replace'),
  remove: t('Remove'),
  removing: t('Removed when you save.'),
  keep: t('Keep it'),
  keptHint: t('Leave empty to keep the saved one.'),
  lockedBy: ({ setBy, lockedBy }: Pick<ConnectionField, 'setBy' | 'lockedBy'>) =>
    setBy === 'environment'
      ? t('Set in the environment by {lockedBy}.', { lockedBy: lockedBy ?? '' })
      : t('Set in the configuration file by {lockedBy}.', { lockedBy: lockedBy ?? '' }),
  listModels: t('List models'),
  sampleTitle: t('What the model said about a sample post'),
  saidIntent: t('Intent'),
  saidFit: t('Fit'),
  saidReason: t('Reason'),
  keyFrom: (place: string) => t('Get a key at {place}.', { place }),
};

export const builtInLabel = t('Built-in scorer only');
export const otherServerLabel = t('Another server with a chat completions API');

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : percentText(part / whole));
/** From these shares on, a model is worth its tokens. */
const [enoughValid, enoughRight] = [0.95, 0.85];

const lead = (isLead: boolean | null): string => (isLead === null ? t('nothing valid') : isLead ? t('a lead') : t('no lead'));

export const checkTexts = {
  lead: t('Is this model good enough? It scores 20 sample posts of which the right answer is known.'),
  check: t('Check with 20 posts'),
  progress: t('Sample posts scored'),
  valid: t('Valid answers'),
  right: t('Right answers'),
  seconds: t('Seconds per post'),
  cost: t('Per 1,000 posts'),
  asked: t('Asked with'),
  share: percent,
  ofPosts: (count: number, posts: number) => t('{count} of {posts} posts', { count, posts }),
  verdict: ({ posts, valid, right }: { posts: number; valid: number; right: number }): { tone: 'good' | 'warn' | 'bad'; text: string } => {
    if (valid < enoughValid * posts) return { tone: 'bad', text: t('It often gives no valid answer. Choose a larger model.') };
    if (right < enoughRight * posts) return { tone: 'warn', text: t('Its answers are valid, but often wrong. A larger model finds more.') };
    return { tone: 'good', text: t('Good enough to score posts.') };
  },
  unknownCost: t('No price is known for this model. The operator can set it with ai.prices.'),
  wrong: t('Where it differs'),
  instead: (expected: boolean, said: boolean | null) =>
    t('This is {expected}. The model says: {said}.', { expected: lead(expected), said: lead(said) }),
  detected: (host: string, count: number) =>
    ['127.0.0.1', 'localhost', '[::1]'].includes(host)
      ? t('Detected Ollama on this machine, with {count, plural, one {# model} other {# models}}.', { count })
      : t('Detected Ollama at {host}, with {count, plural, one {# model} other {# models}}.', { host, count }),
  takeDetected: t('Use Ollama'),
};

export const titles: Record<ConnectionId, string> = {
  reddit: t('Reddit app'),
  model: t('AI model'),
  email: t('Email server'),
  stripe: 'Stripe',
  address: t('Public address'),
  oidc: t('Single sign-on'),
  receivers: t('Private receivers'),
  registration: t('Registration'),
  retention: t('Retention'),
};

export const saveLabels: Record<ConnectionId, string> = {
  reddit: t('Save Reddit app'),
  model: t('Save AI model'),
  email: t('Save email server'),
  stripe: t('Save Stripe keys'),
  address: t('Save public address'),
  oidc: t('Save single sign-on'),
  receivers: t('Save private receivers'),
  registration: t('Save registration'),
  retention: t('Save retention'),
};

export const testLabels: Record<TestedId, string> = {
  reddit: t('Test Reddit app'),
  model: t('Test model'),
  email: t('Send a test email'),
  stripe: t('Test Stripe key'),
  oidc: t('Test issuer'),
};

export const intros: Record<ConnectionId, string> = {
  reddit: t(
    "Without an app, Reddit isn't read; {openInstead} are. Reddit accepts no new apps: enter one that it has approved. With a new client ID, Reddit accounts that are connected have to connect again.",
    { openInstead },
  ),
  model: t(
    "A model scores, proposes, and drafts better than the built-in scorer. When it doesn't answer, the built-in scorer takes over. Posts that are already scored keep their score.",
  ),
  email: t('For password resets, confirmed addresses, and notifications. The test email goes to your own address.'),
  stripe: t('For paid plans. Plans are set in billing.plans.'),
  address: t(
    "The address that people open, such as https://earshot.example.com. Links in emails and Reddit's redirect use it, and {product} answers to its host name. Locked out? Set EARSHOT_HTTP__PUBLIC_URL; it overrides this.",
    { product },
  ),
  oidc: t(
    'People log in with their account at Keycloak, Authentik, Authelia, Pocket ID, or another issuer of OpenID Connect. Accounts are linked by a verified email address.',
  ),
  receivers: t(
    'Webhooks and ntfy servers on your own network. Every user can then send notifications there. Websites, feeds, and models are not affected.',
  ),
  registration: t('Who may create an account. To register by invitation, turn on beta mode under Settings.'),
  retention: t('How long data is kept.'),
};

export const labels: Record<ConnectionKey, string> = {
  'reddit.clientId': t('Client ID'),
  'reddit.clientSecret': t('Client secret'),
  'reddit.userAgent': t('User agent'),
  'ai.provider': t('Provider'),
  'ai.ollama.host': t('Address of Ollama'),
  'ai.ollama.model': t('Model'),
  'ai.openai.baseUrl': t('Base URL'),
  'ai.openai.apiKey': t('API key'),
  'ai.openai.model': t('Model'),
  'smtp.host': t('Host'),
  'smtp.port': t('Port'),
  'smtp.user': t('User'),
  'smtp.password': t('Password'),
  'smtp.from': t('Sender'),
  'billing.stripeKey': t('Secret key'),
  'billing.webhookSecret': t('Signing secret of the webhook'),
  'http.publicUrl': t('Address'),
  'auth.oidc.issuer': t('Issuer'),
  'auth.oidc.clientId': t('Client ID'),
  'auth.oidc.clientSecret': t('Client secret'),
  'auth.oidc.name': t('Name'),
  'auth.oidc.scopes': t('Scopes'),
  'auth.oidc.groupsClaim': t('Claim with groups'),
  'auth.oidc.adminGroup': t('Group of admins'),
  'auth.oidc.signUp': t('People without an account'),
  'auth.password': t('Passwords and passkeys'),
  'auth.assistants': t('Assistants such as Claude'),
  'notify.allowPrivateHosts': t('Hosts and networks'),
  registration: t('New accounts'),
  'retention.unmatchedHours': t('Posts that matched no campaign, in hours'),
  'retention.runsDays': t('Campaign runs, in days'),
  'retention.backups': t('Daily backups'),
};

export const hints: Partial<Record<ConnectionKey, string>> = {
  'reddit.userAgent': t('Reddit wants it to name your app and account: web:com.example.earshot:v1 (by /u/you)'),
  'ai.openai.baseUrl': t('Up to and including /v1, if it has that.'),
  'ai.openai.apiKey': t('Leave empty if not required.'),
  'smtp.port': t('465 uses TLS from the start. 587 and 25 upgrade with STARTTLS.'),
  'smtp.user': t('Leave empty if not required.'),
  'smtp.from': t('Such as Earshot <earshot@example.com>'),
  'auth.oidc.issuer': t('Its address, up to /.well-known/openid-configuration.'),
  'auth.oidc.clientSecret': t('Leave empty for a public client.'),
  'auth.oidc.name': t('For the button “Continue with …”.'),
  'auth.oidc.adminGroup': t('Whoever is in it is an admin, and nobody else. Leave empty to set roles here.'),
  'auth.password': t('Locked out? Set EARSHOT_AUTH__PASSWORD=on; it overrides this.'),
  'auth.assistants': t('With a public address that begins with https, users can connect them to their leads.'),
  'billing.stripeKey': t('Begins with sk_ or rk_.'),
  'billing.webhookSecret': t('Begins with whsec_.'),
  'notify.allowPrivateHosts': t('Such as ntfy.lan, 192.168.1.20:8080, or 10.0.0.0/8, separated by commas.'),
};

/** Choices of the fields that have some. */
export const choices: Partial<Record<ConnectionKey, { value: string; label: string }[]>> = {
  'auth.oidc.signUp': [
    { value: 'off', label: t('Are refused') },
    { value: 'on', label: t('Get one') },
  ],
  'auth.password': [
    { value: 'on', label: t('Also log in') },
    { value: 'off', label: t('Off: single sign-on only') },
  ],
  'auth.assistants': [
    { value: 'on', label: t('Users can connect them') },
    { value: 'off', label: t('Off') },
  ],
  registration: [
    { value: 'open', label: t('Anyone can register') },
    { value: 'first', label: t('Only the first account') },
    { value: 'closed', label: t('Admins only') },
  ],
};

export const stepTexts = {
  stripeWebhook: t('Add a webhook endpoint in the Stripe dashboard with this address, exactly:'),
  loginCallback: t('Register a client at the issuer with this redirect URI, exactly:'),
  copyLoginCallback: t('Copy redirect URI of single sign-on'),
  copyWebhook: t('Copy webhook address'),
  publicAddress: t('The redirect URI begins with the public address below. Set that one first.'),
};
