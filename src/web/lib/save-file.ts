import type { CallInput, Route } from '#shared/route.ts';
import { call } from './api.ts';

/** Downloads the response of a route (a plain link couldn't send the token). */
export async function saveFile<R extends Route & { produces: string }>(route: R, input: CallInput<R>, name: string): Promise<void> {
  const url = URL.createObjectURL((await call(route, input)) as unknown as Blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads a text as a file. */
export function saveText(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
