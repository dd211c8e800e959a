// Loaded with the first click, and the library with it.
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { AuthResult } from '#shared/auth.ts';
import { type Passkey, type PasskeyProof, passkeyRoutes } from '#shared/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { t } from '#web/lib/language.ts';

const passkeyTexts = {
  canceled: t('No passkey was used. Try again, or log in with your password.'),
  notCreated: t('No passkey was created. Try again.'),
  wrongAddress: (host: string) => t('Passkeys work at {host} only. Open this page there.', { host }),
  exists: t('This device or password manager already has a passkey for your account.'),
  unsupported: t("This device can't create a passkey that asks for a fingerprint, face, or PIN."),
  failed: t('The passkey failed. Try again.'),
};

/** The browser or the authenticator refused. The library renames only those errors whose cause it knows. */
function failureOf(error: unknown, { host, canceled }: { host: string; canceled: string }): Error {
  const code = error instanceof WebAuthnError ? error.code : null;
  const name = error instanceof Error ? error.name : '';
  const message = () => {
    if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') return passkeyTexts.wrongAddress(host);
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return passkeyTexts.exists;
    if (code?.startsWith('ERROR_AUTHENTICATOR_MISSING')) return passkeyTexts.unsupported;
    return name === 'NotAllowedError' || name === 'AbortError' ? canceled : passkeyTexts.failed;
  };
  return new Error(message(), { cause: error });
}

/** Rejects with a message for the user. */
export async function logInWithPasskey(): Promise<AuthResult> {
  const optionsJSON = await call(passkeyRoutes.startSignIn, {});
  const { id, response } = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw failureOf(error, { host: optionsJSON.rpId, canceled: passkeyTexts.canceled });
  });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return call(passkeyRoutes.signIn, { body: { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle } });
}

/** Rejects with a message for the user. */
export async function createPasskey(proof: PasskeyProof): Promise<Passkey> {
  const optionsJSON = await call(passkeyRoutes.start, { body: proof });
  const { id, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw failureOf(error, { host: optionsJSON.rp.id, canceled: passkeyTexts.notCreated });
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return call(passkeyRoutes.add, { body: { credentialId: id, clientDataJSON, attestationObject, transports } });
}
