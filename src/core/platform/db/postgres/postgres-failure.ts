import { AppError } from '../../errors.ts';
import { partsOf, type UrlParts } from './postgres-url.ts';

const refusedLogin = ({ user, server }: UrlParts): string =>
  `PostgreSQL at ${server} refused the user ${user} or its password. Check database.url.`;
const isStarting = ({ server }: UrlParts): string => `PostgreSQL at ${server} is starting or stopping. Try again in a moment.`;
const isFull = (): string => 'The disk of the database server is full. Free some space, then try again.';
const isReadOnly = ({ server }: UrlParts): string =>
  `PostgreSQL at ${server} only allows reading, as a standby does. Check database.url, or make it the primary.`;
const lacksRight = ({ user, database }: UrlParts): string =>
  `The user ${user} lacks rights in the database ${database}. Make it the owner: ALTER DATABASE "${database}" OWNER TO "${user}"`;

/** By PostgreSQL's error code. */
const messages: Record<string, (parts: UrlParts) => string> = {
  '28P01': refusedLogin,
  '28000': refusedLogin,
  '3D000': ({ user, database }) => `The database ${database} doesn't exist. Create it: createdb --owner ${user} ${database}`,
  '25006': isReadOnly,
  '42501': lacksRight,
  '53100': isFull,
  '53300': ({ server }) => `PostgreSQL at ${server} has no free connections. Raise max_connections.`,
  '57P01': isStarting,
  '57P02': isStarting,
  '57P03': isStarting,
};
const retryAfter = 5;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
/** Of the operating system, and PostgreSQL's class 08. */
const cutCodes = /^(?:ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|08\w{3})$/;
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message.includes('Query read timeout');
/** The driver's own errors about a connection that was cut have no code, and Knex puts the statement before them. */
const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  (isUnanswered(error) ||
    cutCodes.test(codeOf(error)) ||
    /Connection terminated|Client has encountered a connection error/.test(error.message));

/** `unavailable` for a server that can't be used as it is, with what to do; null for any other error of a statement. */
export function postgresFailure(url: string, error: unknown): AppError | null {
  const parts = partsOf(url);
  const message = isCut(error)
    ? `The connection to PostgreSQL at ${parts.server} was cut. Try again in a moment.`
    : messages[codeOf(error)]?.(parts);
  return message === undefined ? null : new AppError('unavailable', message, { cause: error, retryAfter });
}

/** The same for an error while connecting, which is always about the server. */
export function connectFailure(url: string, error: unknown): AppError {
  const parts = partsOf(url);
  const code = codeOf(error);
  const reason = code || (error instanceof Error ? error.message : 'no reason given');
  const message =
    messages[code]?.(parts) ?? `PostgreSQL at ${parts.server} can't be reached (${reason}). Check that it runs, and database.url.`;
  return new AppError('unavailable', message, { cause: error, retryAfter });
}
