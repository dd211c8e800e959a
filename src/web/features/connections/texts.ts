import type { ConnectionField, ConnectionId, ConnectionKey, TestedId } from '#shared/connections.ts';
import { product } from '#shared/product.ts';
import { openInstead } from '#shared/reddit-access.ts';

export const connectionTexts = {
  tab: 'Connections',
  lead: 'Changes take effect right away; no restart needed. Secrets are stored encrypted and never shown again.',
  failed: "Couldn't load the connections.",
  setUp: 'Set up',
  notSetUp: 'Not set up',
  saved: (title: string) => `${title} saved`,
  inBrowser: 'Saved',
  replace: 'Replace',
  remove: 'Remove',
  removing: 'Removed when you save.',
  keep: 'Keep it',
  keptHint: 'Leave empty to keep the saved one.',
  lockedBy: ({ setBy, lockedBy }: Pick<ConnectionField, 'setBy' | 'lockedBy'>) =>
    setBy === 'environment' ? `Set in the environment by ${lockedBy ?? ''}.` : `Set in the configuration file by ${lockedBy ?? ''}.`,
  listModels: 'List models',
  sampleTitle: 'What the model said about a sample post',
  saidIntent: 'Intent',
  saidFit: 'Fit',
  saidReason: 'Reason',
  keyFrom: (place: string) => `Get a key at ${place}.`,
};

export const builtInLabel = 'Built-in scorer only';
export const otherServerLabel = 'Another server with a chat completions API';

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`);
/** From these shares on, a model is worth its tokens. */
const [enoughValid, enoughRight] = [0.95, 0.85];

const lead = (isLead: boolean | null): string => (isLead === null ? 'nothing valid' : isLead ? 'a lead' : 'no lead');

export const checkTexts = {
  lead: 'Is this model good enough? It scores 20 sample posts of which the right answer is known.',
  check: 'Check with 20 posts',
  progress: 'Sample posts scored',
  valid: 'Valid answers',
  right: 'Right answers',
  seconds: 'Seconds per post',
  cost: 'Per 1,000 posts',
  asked: 'Asked with',
  share: percent,
  ofPosts: (count: number, posts: number) => `${count} of ${posts} posts`,
  verdict: ({ posts, valid, right }: { posts: number; valid: number; right: number }): { tone: 'good' | 'warn' | 'bad'; text: string } => {
    if (valid < enoughValid * posts) return { tone: 'bad', text: 'It often gives no valid answer. Choose a larger model.' };
    if (right < enoughRight * posts) return { tone: 'warn', text: 'Its answers are valid, but often wrong. A larger model finds more.' };
    return { tone: 'good', text: 'Good enough to score posts.' };
  },
  unknownCost: 'No price is known for this model. The operator can set it with ai.prices.',
  wrong: 'Where it differs',
  instead: (expected: boolean, said: boolean | null) => `This is ${lead(expected)}. The model says: ${lead(said)}.`,
  detected: (host: string, count: number) =>
    `Detected Ollama ${['127.0.0.1', 'localhost', '[::1]'].includes(host) ? 'on this machine' : `at ${host}`}, with ${count === 1 ? '1 model' : `${count} models`}.`,
  takeDetected: 'Use Ollama',
};

export const titles: Record<ConnectionId, string> = {
  reddit: 'Reddit app',
  model: 'AI model',
  email: 'Email server',
  stripe: 'Stripe',
  address: 'Public address',
  oidc: 'Single sign-on',
  receivers: 'Private receivers',
  registration: 'Registration',
  retention: 'Retention',
};

export const saveLabels: Record<ConnectionId, string> = {
  reddit: 'Save Reddit app',
  model: 'Save AI model',
  email: 'Save email server',
  stripe: 'Save Stripe keys',
  address: 'Save public address',
  oidc: 'Save single sign-on',
  receivers: 'Save private receivers',
  registration: 'Save registration',
  retention: 'Save retention',
};

export const testLabels: Record<TestedId, string> = {
  reddit: 'Test Reddit app',
  model: 'Test model',
  email: 'Send a test email',
  stripe: 'Test Stripe key',
  oidc: 'Test issuer',
};

export const intros: Record<ConnectionId, string> = {
  reddit: `Without an app, Reddit isn't read; ${openInstead} are. Reddit accepts no new apps: enter one that it has approved. With a new client ID, Reddit accounts that are connected have to connect again.`,
  model: `A model scores, proposes, and drafts better than the built-in scorer. When it doesn't answer, the built-in scorer takes over. Posts that are already scored keep their score.`,
  email: 'For password resets, confirmed addresses, and notifications. The test email goes to your own address.',
  stripe: 'For paid plans. Plans are set in billing.plans.',
  address: `The address that people open, such as https://earshot.example.com. Links in emails and Reddit's redirect use it, and ${product} answers to its host name. Locked out? Set EARSHOT_HTTP__PUBLIC_URL; it overrides this.`,
  oidc: 'People log in with their account at Keycloak, Authentik, Authelia, Pocket ID, or another issuer of OpenID Connect. Accounts are linked by a verified email address.',
  receivers:
    'Webhooks and ntfy servers on your own network. Every user can then send notifications there. Websites, feeds, and models are not affected.',
  registration: 'Who may create an account. To register by invitation, turn on beta mode under Settings.',
  retention: 'How long data is kept.',
};

export const labels: Record<ConnectionKey, string> = {
  'reddit.clientId': 'Client ID',
  'reddit.clientSecret': 'Client secret',
  'reddit.userAgent': 'User agent',
  'ai.provider': 'Provider',
  'ai.ollama.host': 'Address of Ollama',
  'ai.ollama.model': 'Model',
  'ai.openai.baseUrl': 'Base URL',
  'ai.openai.apiKey': 'API key',
  'ai.openai.model': 'Model',
  'smtp.host': 'Host',
  'smtp.port': 'Port',
  'smtp.user': 'User',
  'smtp.password': 'Password',
  'smtp.from': 'Sender',
  'billing.stripeKey': 'Secret key',
  'billing.webhookSecret': 'Signing secret of the webhook',
  'http.publicUrl': 'Address',
  'auth.oidc.issuer': 'Issuer',
  'auth.oidc.clientId': 'Client ID',
  'auth.oidc.clientSecret': 'Client secret',
  'auth.oidc.name': 'Name',
  'auth.oidc.scopes': 'Scopes',
  'auth.oidc.groupsClaim': 'Claim with groups',
  'auth.oidc.adminGroup': 'Group of admins',
  'auth.oidc.signUp': 'People without an account',
  'auth.password': 'Passwords and passkeys',
  'notify.allowPrivateHosts': 'Hosts and networks',
  registration: 'New accounts',
  'retention.unmatchedHours': 'Posts that matched no campaign, in hours',
  'retention.runsDays': 'Campaign runs, in days',
  'retention.backups': 'Daily backups',
};

export const hints: Partial<Record<ConnectionKey, string>> = {
  'reddit.userAgent': 'Reddit wants it to name your app and account: web:com.example.earshot:v1 (by /u/you)',
  'ai.openai.baseUrl': 'Up to and including /v1, if it has that.',
  'ai.openai.apiKey': 'Leave empty if not required.',
  'smtp.port': '465 uses TLS from the start. 587 and 25 upgrade with STARTTLS.',
  'smtp.user': 'Leave empty if not required.',
  'smtp.from': 'Such as Earshot <earshot@example.com>',
  'auth.oidc.issuer': 'Its address, up to /.well-known/openid-configuration.',
  'auth.oidc.clientSecret': 'Leave empty for a public client.',
  'auth.oidc.name': 'For the button “Continue with …”.',
  'auth.oidc.adminGroup': 'Whoever is in it is an admin, and nobody else. Leave empty to set roles here.',
  'auth.password': 'Locked out? Set EARSHOT_AUTH__PASSWORD=on; it overrides this.',
  'billing.stripeKey': 'Begins with sk_ or rk_.',
  'billing.webhookSecret': 'Begins with whsec_.',
  'notify.allowPrivateHosts': 'Such as ntfy.lan, 192.168.1.20:8080, or 10.0.0.0/8, separated by commas.',
};

/** Choices of the fields that have some. */
export const choices: Partial<Record<ConnectionKey, { value: string; label: string }[]>> = {
  'auth.oidc.signUp': [
    { value: 'off', label: 'Are refused' },
    { value: 'on', label: 'Get one' },
  ],
  'auth.password': [
    { value: 'on', label: 'Also log in' },
    { value: 'off', label: 'Off: single sign-on only' },
  ],
  registration: [
    { value: 'open', label: 'Anyone can register' },
    { value: 'first', label: 'Only the first account' },
    { value: 'closed', label: 'Admins only' },
  ],
};

export const stepTexts = {
  stripeWebhook: 'Add a webhook endpoint in the Stripe dashboard with this address, exactly:',
  loginCallback: 'Register a client at the issuer with this redirect URI, exactly:',
  copyLoginCallback: 'Copy redirect URI of single sign-on',
  copyWebhook: 'Copy webhook address',
  publicAddress: 'The redirect URI begins with the public address below. Set that one first.',
};
