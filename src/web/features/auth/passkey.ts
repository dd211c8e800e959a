// Loaded with the first click, and the library with it.
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { AuthResult } from '#shared/auth.ts';
import { passkeyRoutes, type Passkey, type PasskeyProof } from '#shared/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { passkeyTexts as texts } from './passkey-texts.ts';

/** The browser or the authenticator refused; the message is for the user. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
}

/** The library renames only those errors whose cause it knows. */
function failureOf(error: unknown, { host, canceled }: { host: string; canceled: string }): PasskeyFailure {
  const code = error instanceof WebAuthnError ? error.code : null;
  const name = error instanceof Error ? error.name : '';
  const message = () => {
    if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') return texts.wrongAddress(host);
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return texts.exists;
    if (code?.startsWith('ERROR_AUTHENTICATOR_MISSING')) return texts.unsupported;
    return name === 'NotAllowedError' || name === 'AbortError' ? canceled : texts.failed;
  };
  return new PasskeyFailure(message(), { cause: error });
}

/** Throws `ApiError`, or `PasskeyFailure`. */
export async function logInWithPasskey(): Promise<AuthResult> {
  const optionsJSON = await call(passkeyRoutes.startSignIn, {});
  const { id, response } = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw failureOf(error, { host: optionsJSON.rpId, canceled: texts.canceled });
  });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return call(passkeyRoutes.signIn, { body: { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle } });
}

/** Throws as `logInWithPasskey` does. */
export async function createPasskey(proof: PasskeyProof): Promise<Passkey> {
  const optionsJSON = await call(passkeyRoutes.start, { body: proof });
  const { id, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw failureOf(error, { host: optionsJSON.rp.id, canceled: texts.notCreated });
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return call(passkeyRoutes.add, { body: { credentialId: id, clientDataJSON, attestationObject, transports } });
}
