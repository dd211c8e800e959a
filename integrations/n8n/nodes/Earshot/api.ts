/** What n8n passes to nodes, as far as these use it (docs.n8n.io, Creating nodes). Written down here, so that building needs no n8n. */
export type Json = Record<string, unknown>;
export interface Item {
  json: Json;
  pairedItem?: { item: number };
}
interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  qs?: Json;
  body?: Json;
  json: true;
}
interface Context {
  getCredentials(name: string): Promise<Json>;
  helpers: {
    httpRequestWithAuthentication(this: Context, credentials: string, request: HttpRequest): Promise<unknown>;
    returnJsonArray(items: Json[]): Item[];
  };
}
export interface ExecuteContext extends Context {
  getInputData(): Item[];
  getNodeParameter(name: string, item: number, fallback?: unknown): unknown;
  continueOnFail(): boolean;
}
export interface HookContext extends Context {
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getNodeWebhookUrl(name: string): string | undefined;
  getWorkflow(): { name?: string };
  getWorkflowStaticData(type: 'node'): Json;
}
export interface WebhookContext extends HookContext {
  getBodyData(): Json;
  getHeaderData(): Record<string, string | string[] | undefined>;
  getRequestObject(): { rawBody?: Buffer };
  getResponseObject(): { status(code: number): { send(text: string): unknown } };
}

type Call = Pick<HttpRequest, 'method' | 'qs' | 'body'>;

/** Calls Earshot's API with the credentials of the node. n8n throws for an error and shows what Earshot said. */
export async function callEarshot(context: Context, path: string, { method, qs, body }: Call): Promise<Json> {
  const { url } = await context.getCredentials('earshotApi');
  const base = String(url).replace(/\/{1,100}$/, '');
  const answer = await context.helpers.httpRequestWithAuthentication.call(context, 'earshotApi', {
    method,
    url: `${base}/api${path}`,
    ...(qs && { qs }),
    ...(body && { body }),
    json: true,
  });
  return (answer ?? {}) as Json;
}

/** Up to `limit` items of a list, over all its pages. */
export async function listEarshot(context: Context, path: string, { qs, limit }: { qs: Json; limit: number }): Promise<Json[]> {
  const items: Json[] = [];
  let cursor: unknown;
  do {
    const page = await callEarshot(context, path, {
      method: 'GET',
      qs: { ...qs, limit: Math.min(limit - items.length, 100), ...(typeof cursor === 'string' && { cursor }) },
    });
    items.push(...(page['items'] as Json[]));
    cursor = page['nextCursor'];
  } while (typeof cursor === 'string' && items.length < limit);
  return items;
}
