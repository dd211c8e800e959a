export const passkeyTexts = {
  canceled: 'No passkey was used. Try again, or log in with your password.',
  notCreated: 'No passkey was created. Try again.',
  wrongAddress: (host: string) => `Passkeys work at ${host} only. Open this page there.`,
  exists: 'This device or password manager already has a passkey for your account.',
  unsupported: "This device can't create a passkey that asks for a fingerprint, face, or PIN.",
  failed: 'The passkey failed. Try again.',
};
