import { AppError } from '#core/platform/errors.ts';

/** As a sentence begins with it. */
const atStart = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const expired = () => new AppError('invalid', 'This login has expired or was already used. Try again.');

const unreachable = (name: string, cause: unknown) =>
  new AppError('unavailable', `${atStart(name)} can't be reached right now. Log in another way, or try again later.`, { cause });

interface Failure {
  /** Of openid-client, such as `OAUTH_INVALID_RESPONSE`. */
  code: string;
  /** Of OAuth, such as `invalid_grant`. */
  oauth: string;
}

export function failureOf(error: unknown): Failure {
  const { code = '', error: oauth = '' } = (error ?? {}) as { code?: unknown; error?: unknown };
  return { code: String(code), oauth: typeof oauth === 'string' ? oauth : '' };
}

const badClient: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'invalid_request']);

/** One sentence for whatever goes wrong on the way to the issuer and back. */
export function refusalOf(cause: unknown, name: string): AppError {
  if (cause instanceof AppError) return cause;
  const { code, oauth } = failureOf(cause);
  if (oauth === 'invalid_grant') return expired();
  if (badClient.has(oauth) || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
    return new AppError(
      'unavailable',
      `${atStart(name)} doesn't accept this server's client ID, secret, or scopes. Tell the administrator.`,
      { cause },
    );
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new AppError('forbidden', `The login at ${name} was canceled or refused. Try again.`, { cause });
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return new AppError('forbidden', `The login that ${name} confirmed has expired. Try again, or have both servers' clocks checked.`, {
      cause,
    });
  if (code === '' || ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(code)) return unreachable(name, cause);
  return new AppError('forbidden', `${atStart(name)} confirmed a login that this server can't trust. Tell the administrator.`, {
    cause,
  });
}
