import { AppError } from '../../errors.ts';
import { checkUrl } from './postgres-url.ts';

/** A URL without its password, for commands that ask for it. */
export function withoutPassword(url: string): string {
  checkUrl(url);
  const shown = new URL(url);
  shown.password = '';
  shown.searchParams.delete('password');
  return shown.href;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Throws `conflict` with the command that backs up a PostgreSQL database. */
export function refuseBackup(url: string): never {
  throw new AppError(
    'conflict',
    `Back up PostgreSQL with its own tool: pg_dump --format=custom --file=earshot.dump ${quoted(withoutPassword(url))}. Keep a copy of secret.key too.`,
  );
}

/** Throws `conflict` with the commands that restore one. */
export function refuseRestore(url: string): never {
  throw new AppError(
    'conflict',
    `Restore PostgreSQL with its own tool into an empty database: pg_restore --no-owner --single-transaction --dbname=${quoted(withoutPassword(url))} FILE. Then run: earshot restore --yes`,
  );
}
