import { createHmac, timingSafeEqual } from 'node:crypto';
import { callEarshot, type HookContext, type Item, type Json, type WebhookContext } from './api.js';

const events = [
  ['new-lead', 'New Lead'],
  ['lead-updated', 'Lead Changed'],
  ['reply-posted', 'Reply Posted'],
  ['reply-answered', 'Reply Answered'],
  ['reply-removed', 'Reply Removed'],
  ['follow-up-due', 'Follow-Up Due'],
  ['opportunity', 'Competitor Complaint or Opportunity'],
  ['campaign-failing', 'Campaign Failing'],
].map(([value, name]) => ({ name, value }));

const maxAgeSeconds = 300;

/** Whether Earshot sent this body, at most five minutes ago. */
function isSigned(context: WebhookContext, secret: string): boolean {
  const headers = context.getHeaderData();
  const timestamp = String(headers['earshot-timestamp']);
  const body = context.getRequestObject().rawBody?.toString() ?? JSON.stringify(context.getBodyData());
  const wanted = Buffer.from(`v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`);
  const given = Buffer.from(String(headers['earshot-signature']));
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= maxAgeSeconds;
  return isRecent && given.length === wanted.length && timingSafeEqual(given, wanted);
}

const pathOf = (id: unknown): string => `/notifications/channels/${encodeURIComponent(String(id))}`;

/** n8n names the status in its own error, or in the cause of one. */
const isMissing = (error: unknown): boolean =>
  [error, (error as Error).cause].some((one) => String((one as { httpCode?: unknown } | undefined)?.httpCode) === '404');

/** Whether the webhook is still there; resumes it if Earshot has paused it. */
async function checkExists(this: HookContext): Promise<boolean> {
  const { channelId } = this.getWorkflowStaticData('node');
  if (channelId === undefined) return false;
  try {
    await callEarshot(this, pathOf(channelId), { method: 'PATCH', body: { paused: false } });
    return true;
  } catch (error) {
    // Removed in Earshot, or with its token: it is added again. After any other failure it may still be there.
    if (isMissing(error)) return false;
    throw error;
  }
}

async function create(this: HookContext): Promise<boolean> {
  const { id, signingSecret } = await callEarshot(this, '/notifications/channels', {
    method: 'POST',
    body: {
      kind: 'webhook',
      name: `n8n: ${this.getWorkflow().name ?? 'workflow'}`.slice(0, 60),
      target: { url: this.getNodeWebhookUrl('default') },
      kinds: this.getNodeParameter('events', ['new-lead']),
      minScore: this.getNodeParameter('minScore', 0),
    },
  });
  Object.assign(this.getWorkflowStaticData('node'), { channelId: id, secret: signingSecret });
  return true;
}

async function remove(this: HookContext): Promise<boolean> {
  const stored = this.getWorkflowStaticData('node');
  if (stored['channelId'] === undefined) return true;
  try {
    await callEarshot(this, pathOf(stored['channelId']), { method: 'DELETE' });
  } catch {
    // Nothing to remove any more, or Earshot can't be reached: its card there says that nobody answers.
  }
  delete stored['channelId'];
  delete stored['secret'];
  return true;
}

/** Starts a workflow when something happens in Earshot, with one item for each notification. */
export class EarshotTrigger {
  description = {
    displayName: 'Earshot Trigger',
    name: 'earshotTrigger',
    icon: 'fa:bullseye',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when something happens in Earshot',
    defaults: { name: 'Earshot Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'earshotApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook', rawBody: true }],
    properties: [
      { displayName: 'Events', name: 'events', type: 'multiOptions', options: events, default: ['new-lead'], required: true },
      {
        displayName: 'Minimum Score',
        name: 'minScore',
        type: 'number',
        typeOptions: { minValue: 0, maxValue: 100 },
        default: 0,
        description: 'Of new leads, out of 100',
      },
    ],
  };

  webhookMethods = { default: { checkExists, create, delete: remove } };

  async webhook(this: WebhookContext): Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }> {
    const { secret } = this.getWorkflowStaticData('node');
    if (typeof secret !== 'string' || !isSigned(this, secret)) {
      this.getResponseObject().status(401).send('This message is not signed by Earshot');
      return { noWebhookResponse: true };
    }
    const { notifications } = this.getBodyData() as { notifications: Json[] };
    return { workflowData: [this.helpers.returnJsonArray(notifications)] };
  }
}
