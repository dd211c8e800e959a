import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of Stripe's REST API that Earshot uses (docs.stripe.com/api), and the pages that customers see. */
export interface FakeStripe {
  url: string;
  key: string;
  webhookSecret: string;
  requests: { method: string; path: string; form: URLSearchParams; idempotencyKey: string | undefined }[];
  /** Every response has this status until set back to null; 0 drops the connection. */
  failing: number | null;
  subscriptions: FakeSubscription[];
  customers: Map<string, { id: string; email: string; deleted: boolean }>;
  /** Creates a subscription for the newest customer, as if they had paid. */
  subscribe(price: string, over?: Partial<FakeSubscription>): FakeSubscription;
  /** Body and header of an event about this subscription, signed `at` (UTC ms). */
  event(type: string, about: FakeSubscription, at: number): { body: string; signature: string };
  close(): Promise<void>;
}
interface FakeSubscription {
  id: string;
  customer: string;
  status: string;
  price: string;
  created: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` });
  response.end(JSON.stringify(body));
};
const missing = (response: ServerResponse, param: string): void =>
  json(response, 404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${param}`, param } });

const subscriptionBody = (row: FakeSubscription) => ({
  id: row.id,
  object: 'subscription',
  customer: row.customer,
  status: row.status,
  created: row.created,
  cancel_at_period_end: row.cancelAtPeriodEnd,
  cancel_at: null,
  items: {
    object: 'list',
    has_more: false,
    data: [{ id: 'si_1', object: 'subscription_item', current_period_end: row.periodEnd, price: { id: row.price, object: 'price' } }],
  },
});

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}

const id = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 14)}`;

export async function startFakeStripe({
  prices = ['price_team'],
  key = 'sk_test_fake',
  webhookSecret = 'whsec_fake',
} = {}): Promise<FakeStripe> {
  const sessions = new Map<string, { customer: string; price: string; success: string; cancel: string }>();
  const answered = new Map<string, unknown>();

  const fake: FakeStripe = {
    url: '',
    key,
    webhookSecret,
    requests: [],
    failing: null,
    subscriptions: [],
    customers: new Map(),
    subscribe(price, over = {}) {
      const customer = [...fake.customers.values()].at(-1)?.id ?? '';
      const created = 1_795_000_000 + fake.subscriptions.length;
      const row = {
        id: id('sub'),
        customer,
        status: 'active',
        price,
        created,
        periodEnd: created + 2_592_000,
        cancelAtPeriodEnd: false,
        ...over,
      };
      fake.subscriptions.push(row);
      return row;
    },
    event(type, about, at) {
      const object = subscriptionBody(about);
      const body = JSON.stringify({
        id: id('evt'),
        object: 'event',
        type,
        created: Math.floor(at / 1000),
        livemode: false,
        data: { object },
      });
      const time = Math.floor(at / 1000);
      const mac = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex');
      return { body, signature: `t=${time},v1=${mac}` };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function customerOf(form: URLSearchParams) {
    const customer = fake.customers.get(form.get('customer') ?? '');
    return customer?.deleted === false ? customer : undefined;
  }

  const calls: Record<string, (response: ServerResponse, form: URLSearchParams) => unknown> = {
    'POST /v1/customers': (_, form) => {
      const made = { id: id('cus'), object: 'customer', email: form.get('email') ?? '', deleted: false };
      fake.customers.set(made.id, made);
      return made;
    },
    'POST /v1/checkout/sessions': (response, form) => {
      const customer = customerOf(form);
      const price = form.get('line_items[0][price]') ?? '';
      if (!customer) return missing(response, 'customer');
      if (!prices.includes(price)) return missing(response, 'line_items[0][price]');
      const session = id('cs');
      sessions.set(session, { customer: customer.id, price, success: form.get('success_url') ?? '', cancel: form.get('cancel_url') ?? '' });
      return { id: session, object: 'checkout.session', url: `${fake.url}/pay/${session}` };
    },
    'POST /v1/billing_portal/sessions': (response, form) => {
      const customer = customerOf(form);
      if (!customer) return missing(response, 'customer');
      const back = encodeURIComponent(form.get('return_url') ?? '');
      return { id: id('bps'), object: 'billing_portal.session', url: `${fake.url}/manage/${customer.id}?back=${back}` };
    },
    'GET /v1/subscriptions': (response, form) => {
      if (!form.has('customer')) return { object: 'list', has_more: false, url: '/v1/subscriptions', data: [] };
      const customer = customerOf(form);
      if (!customer) return missing(response, 'customer');
      const own = fake.subscriptions.filter(
        (row) => row.customer === customer.id && (form.get('status') === 'all' || row.status !== 'canceled'),
      );
      return { object: 'list', has_more: false, url: '/v1/subscriptions', data: own.map(subscriptionBody) };
    },
  };

  function cancel(response: ServerResponse, subscription: string): unknown {
    const row = fake.subscriptions.find((one) => one.id === subscription);
    if (!row) return missing(response, 'subscription');
    row.status = 'canceled';
    return subscriptionBody(row);
  }

  const page = (response: ServerResponse, title: string, links: [string, string][]): void => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>${title}</title><h1>${title}</h1>${links.map(([text, to]) => `<p><a href="${to}">${text}</a>`).join('')}`,
    );
  };
  const redirect = (response: ServerResponse, to: string): void => {
    response.writeHead(303, { location: to });
    response.end();
  };

  /** Pages for browsers: one to pay, and one to cancel the subscription. */
  function showPage(response: ServerResponse, { pathname, searchParams }: URL): void {
    const [, kind, which = '', act] = pathname.split('/');
    const session = sessions.get(which);
    if (kind === 'pay' && session && act === 'done') {
      fake.subscribe(session.price, { customer: session.customer });
      return redirect(response, session.success);
    }
    if (kind === 'pay' && session)
      return page(response, 'Pay', [
        ['Pay now', `/pay/${which}/done`],
        ['Back', session.cancel],
      ]);
    const back = searchParams.get('back') ?? '/';
    if (kind === 'manage' && act === 'end') {
      for (const row of fake.subscriptions) if (row.customer === which) row.status = 'canceled';
      return redirect(response, back);
    }
    if (kind === 'manage')
      return page(response, 'Manage', [
        ['End subscription', `/manage/${which}/end?back=${encodeURIComponent(back)}`],
        ['Back', back],
      ]);
    response.writeHead(204).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    if (!url.pathname.startsWith('/v1/')) return showPage(response, url);
    const method = request.method ?? 'GET';
    const sent = await readForm(request);
    const form = method === 'GET' || method === 'DELETE' ? url.searchParams : sent;
    const given = request.headers['idempotency-key'];
    const idempotencyKey = typeof given === 'string' ? given : undefined;
    fake.requests.push({ method, path: url.pathname, form, idempotencyKey });
    if (fake.failing === 0) return void request.socket.destroy();
    if (fake.failing !== null) return json(response, fake.failing, { error: { type: 'api_error', message: 'Something went wrong' } });
    if (request.headers.authorization !== `Bearer ${key}`)
      return json(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    if (idempotencyKey !== undefined && answered.has(idempotencyKey)) return json(response, 200, answered.get(idempotencyKey));
    const [, subscription] = /^\/v1\/subscriptions\/(\w+)$/.exec(url.pathname) ?? [];
    const [, price] = /^\/v1\/prices\/(\w+)$/.exec(url.pathname) ?? [];
    if (price) return prices.includes(price) ? json(response, 200, { id: price, object: 'price' }) : missing(response, 'price');
    const call = calls[`${method} ${url.pathname}`];
    const body = method === 'DELETE' && subscription ? cancel(response, subscription) : call?.(response, form);
    if (response.writableEnded) return;
    if (body === undefined) return json(response, 404, { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } });
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, body);
    return json(response, 200, body);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}
