import { AppError } from '../../errors.ts';

/** What a PostgreSQL URL has to look like. */
export const urlRule =
  'must be postgres://user:password@host:5432/database; write special characters of the password as %40 for @, %23 for #, and so on';

/** The parts of a URL that may be shown: never its password. */
export interface UrlParts {
  user: string;
  server: string;
  database: string;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, username, password } = new URL(text);
  return /^postgres(?:ql)?:$/.test(protocol) && pathname.length > 1 && [username, password, pathname].every(canDecode);
}

/** Throws `invalid` for anything but `postgres://user:password@host/database`. */
export function checkUrl(url: string): void {
  if (!isPostgresUrl(url)) throw new AppError('invalid', `The URL of the database ${urlRule}.`);
}

export function partsOf(url: string): UrlParts {
  const { username, hostname, port, pathname, searchParams } = new URL(url);
  return {
    user: decodeURIComponent(username) || (searchParams.get('user') ?? ''),
    server: `${hostname || (searchParams.get('host') ?? 'localhost')}:${port || '5432'}`,
    database: decodeURIComponent(pathname.slice(1)),
  };
}
