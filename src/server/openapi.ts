import * as z from 'zod';
import { webhookMessageSchema } from '#shared/webhook-message.ts';
import { product, version } from '#shared/product.ts';
import type { Route } from '#shared/route.ts';
import { namedSchemas, parameterText } from './openapi-names.ts';

type Json = Record<string, unknown>;

const namesOf = new Map<z.core.$ZodType, string>(Object.entries(namedSchemas).map(([id, schema]) => [schema, id]));
/** Descriptions as they are, with the names of what responses consist of. A request may take less than a response has. */
const namingRegistry = z.registry<{ id?: string; description?: string }>();
namingRegistry.get = (schema) => {
  const id = namesOf.get(schema);
  return { ...z.globalRegistry.get(schema), ...(id !== undefined && { id }) };
};

/** With what has a name referred to, wherever it stands. */
const referring = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as unknown;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const metadata = io === 'output' ? { metadata: namingRegistry } : {};
  const {
    $schema: _,
    $defs: _named,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12', ...metadata });
  return referring(rest) as Json;
}

/** Every named schema, without its name: a component is known by its key. */
function componentSchemas(): Json {
  const wrapper = z.object(namedSchemas);
  const { $defs = {} } = z.toJSONSchema(wrapper, {
    io: 'output',
    unrepresentable: 'any',
    target: 'draft-2020-12',
    metadata: namingRegistry,
  });
  return Object.fromEntries(
    Object.entries($defs).map(([name, named]) => {
      const { id: _, ...schema } = named;
      return [name, referring(schema)];
    }),
  );
}

/** Each property of an object schema as a parameter. */
function parametersOf({ path }: Route, schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: parameterText(name, path),
    schema: described,
  }));
}

const failure = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Which errors a route can answer, from what it demands. */
function failuresOf({ access, tokens, params, query, body, method }: Route): Json {
  const hasInput = query !== undefined || body !== undefined;
  const isWrite = method !== 'GET';
  // Of the public routes, those that write check credentials, links, and whether registration is open.
  const isGuarded = access !== 'public' || isWrite;
  return {
    ...((hasInput || isWrite) && { 400: failure('The request is invalid; `details` lists every problem with its path') }),
    ...(isGuarded && { 401: failure('Not signed in, wrong credentials, or the session or token has ended') }),
    ...(isGuarded && (access !== 'user' || tokens !== 'read') && { 403: failure('This account or token may not do this') }),
    ...(params && { 404: failure('Not found, or it belongs to someone else') }),
    ...(isWrite && { 409: failure('The current state does not allow this'), 429: failure('Too many requests; see Retry-After') }),
    ...(body && { 413: failure('The body is too large'), 415: failure('The body is not JSON') }),
    503: failure('Busy, or something it needs is unavailable; see Retry-After'),
  };
}

function answersOf(route: Route): Json {
  const isNothing = route.response instanceof z.ZodNull;
  const [type = 'application/json'] = route.produces?.split(';') ?? [];
  const described = route.describes ?? (route.produces === undefined ? route.response : null);
  const schema = described ? schemaOf(described, 'output') : { type: 'string' };
  const success = isNothing ? { description: 'Done' } : { description: route.summary, content: { [type]: { schema } } };
  return { [isNothing ? 204 : (route.status ?? 200)]: success, ...failuresOf(route), default: failure('Failed unexpectedly') };
}

const operationOf = (route: Route): Json => ({
  summary: route.summary,
  operationId: `${route.method} ${route.path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, ''),
  tags: [route.path.split('/')[1] ?? ''],
  parameters: [...parametersOf(route, route.params, 'path'), ...parametersOf(route, route.query, 'query')],
  ...(route.body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }),
  ...(route.access === 'public' ? { security: [] } : {}),
  responses: answersOf(route),
});

/** What a notification channel of the kind webhook receives. */
const webhooks: Json = {
  notifications: {
    post: {
      summary: 'Notifications that a channel of yours asks for, and its test message',
      operationId: 'webhook_notifications',
      parameters: [
        ['earshot-event', 'ID of the message, the same in every attempt'],
        ['earshot-timestamp', 'Time of this attempt in seconds'],
        ['earshot-signature', '`v1=` and the HMAC-SHA256 of `timestamp.body` in hex'],
      ].map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(webhookMessageSchema, 'output') } } },
      responses: { '2XX': { description: 'Received. Anything else is tried again, with the same earshot-event' } },
    },
  },
};

/** OpenAPI 3.1 for these routes, generated from the schemas that validate them. */
export function describeApi(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${product} API`, version, description: 'Finds conversations in which someone needs what you sell.' },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    paths,
    webhooks,
    components: {
      schemas: componentSchemas(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session, or a personal one (ers_…)' } },
    },
  };
}
