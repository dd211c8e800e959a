import { expect, test } from 'vitest';
import { channelTargets } from './notify.ts';

test.each(['none', 'https://', 'ftp://ntfy.sh/topic'])('rejects %s as the address of an ntfy topic, with one message', (url) => {
  const messages = channelTargets.ntfy.safeParse({ url }).error?.issues.map(({ message }) => message);
  expect(messages).toEqual(['Enter a URL that starts with https://']);
});
