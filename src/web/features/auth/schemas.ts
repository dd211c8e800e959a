// On its own, so that it can be fetched when somebody begins to write: it brings zod along.
export { credentialsSchema, passwordResetSchema, registrationSchema, resetRequestSchema } from '#shared/auth.ts';
