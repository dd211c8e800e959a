import { fileURLToPath } from 'node:url';

/** Where the built web app lies; it is there after `npm run build`. */
export const webRoot = fileURLToPath(new URL('../../../dist/web', import.meta.url));
