import { t } from './language.ts';
import { basePath } from './base-path.ts';

/** Of the DOM's types; TypeScript doesn't know it yet. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(text: string): string }): { createScriptURL(text: string): string };
}
const file = `${basePath}/sw.js`;

/** The Content-Security-Policy allows this policy once and by name; it knows a single address. */
function addressOfWorker(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  return trustedTypes?.createPolicy('service-worker', { createScriptURL: () => file }).createScriptURL(file) ?? file;
}

let registered: Promise<ServiceWorkerRegistration> | null = null;
/** Rejects where browsers don't allow one: without https, or in some private windows. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  registered ??= navigator.serviceWorker.register(addressOfWorker(), { scope: `${basePath}/` }).catch((error: unknown) => {
    registered = null;
    throw error;
  });
  return registered;
}

export const pushTexts = {
  insecure: t('Browsers show notifications only for sites that are opened over https.'),
  unsupported: t("This browser can't show notifications. On an iPhone or iPad, add Earshot to the home screen first, and open it there."),
  blocked: t('This browser blocks notifications from this site. Allow them in its settings, and try again.'),
  unreached: t("The browser couldn't reach its push service. Try again later."),
};

/** A browser's own number for "no keys" would be an empty string. */
const keyOf = (subscription: PushSubscription, name: PushEncryptionKeyName): string => subscription.toJSON().keys?.[name] ?? '';

/** The key with which a server signs for this subscription, as the server writes it. */
const serverKeyOf = ({ options }: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Asks for permission, and returns where and for whom to encrypt. Throws an Error with a message for the user. */
export async function subscribe(pushKey: string): Promise<{ url: string; p256dh: string; auth: string }> {
  if (!isSecureContext) throw new Error(pushTexts.insecure);
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    throw new Error(pushTexts.unsupported);
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(pushTexts.blocked);
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  try {
    const found = await pushManager.getSubscription();
    const isUsable = found !== null && serverKeyOf(found) === pushKey;
    // With the key of an earlier server, it can't be used, and no other can be made beside it. Otherwise, another channel uses it.
    if (!isUsable) await found?.unsubscribe();
    const used = isUsable ? found : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
    return { url: used.endpoint, p256dh: keyOf(used, 'p256dh'), auth: keyOf(used, 'auth') };
  } catch (cause) {
    throw new Error(pushTexts.unreached, { cause });
  }
}
