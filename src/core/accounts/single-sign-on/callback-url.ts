import { callbackPath } from '#shared/single-sign-on.ts';
import { ownOrigin } from '../reset-links.ts';

/** Where issuers send browsers back to; to be registered there. */
export const callbackUrlOf = (config: Parameters<typeof ownOrigin>[0]): string => `${ownOrigin(config)}${callbackPath}`;
