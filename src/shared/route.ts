import type * as z from 'zod';

/** Who may call a route. */
export type Access = 'public' | 'user' | 'admin';

/**
 * Whether an API token may call a route: `read` with any token, `write` with a token that may write, `companion` with that or the
 * browser extension's, `none` with no token.
 * Account, instance, and public posting are never available to tokens, which may leak.
 */
export type TokenAccess = 'none' | 'read' | 'write' | 'companion';

export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to `/api`, with `:name` for parameters. */
  path: `/${string}`;
  access: Access;
  tokens: TokenAccess;
  /** One line for the API description. */
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  response: R;
  /** Media type of a text response; the handler returns its text, as a string or in chunks. */
  produces?: string;
  /** Shape of a downloaded JSON file, for the API description. */
  describes?: z.ZodType;
  /** Success status; default 200, or 204 when the handler returns null. */
  status?: 200 | 201 | 202;
}

export function defineRoute<const T extends Route>(route: T): T {
  return route;
}

type Part<R extends Route, K extends 'params' | 'query' | 'body', D extends 'input' | 'output'> =
  R extends Record<K, infer S extends z.ZodType> ? { [k in K]: D extends 'input' ? z.input<S> : z.output<S> } : unknown;

/** What a caller sends. */
export type CallInput<R extends Route> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'>;
/** What a handler receives after parsing. */
export type HandlerInput<R extends Route> = Part<R, 'params', 'output'> & Part<R, 'query', 'output'> & Part<R, 'body', 'output'>;
/** What a handler returns before the response schema strips it. */
export type HandlerResult<R extends Route> = z.input<R['response']>;
/** What a caller receives. */
export type CallResult<R extends Route> = z.output<R['response']>;
