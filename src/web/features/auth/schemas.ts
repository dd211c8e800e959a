// A module of its own so that it, and zod with it, loads only when the user starts typing.
export { credentialsSchema, emailConfirmationSchema, passwordResetSchema, registrationSchema, resetRequestSchema } from '#shared/auth.ts';
