/** The client of a sign-in, and what an earlier sign-in stored there. */
export interface Browser {
  userAgent: string;
  /** Tags (BCP 47), the preferred one first. */
  languages: readonly string[];
  /** From `keepDeviceToken` of an earlier sign-in; null if there was none. */
  deviceToken: string | null;
  /** Stores the token where scripts can't read it. */
  keepDeviceToken: (token: string) => void;
  /** From `keepChallenge`, within the last minutes. */
  challenge: string | null;
  /** Stores the challenge of a passkey, where scripts can't read it either. */
  keepChallenge: (token: string) => void;
  /** From `keepSingleSignOn`, within the last minutes. */
  singleSignOn: string | null;
  /** Stores what a login at an issuer began with. */
  keepSingleSignOn: (token: string) => void;
}

/** The command line, and other clients that store nothing. */
export const noBrowser: Browser = {
  userAgent: '',
  languages: [],
  deviceToken: null,
  keepDeviceToken: () => undefined,
  challenge: null,
  keepChallenge: () => undefined,
  singleSignOn: null,
  keepSingleSignOn: () => undefined,
};

/** The first match counts when a user agent names several browsers or systems: Edge also names Chrome, and Chrome Safari. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const;
const systems = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const firstOf = (kinds: readonly (readonly [RegExp, string])[], text: string): string => kinds.find(([form]) => form.test(text))?.[1] ?? '';

/** Such as `Firefox on Linux`; empty if neither is known. The full user agent would reveal more about users than needed. */
export function deviceOf(userAgent: string): string {
  const text = userAgent.slice(0, 500);
  const [browser, system] = [firstOf(browsers, text), firstOf(systems, text)];
  return browser !== '' && system !== '' ? `${browser} on ${system}` : browser || system;
}
