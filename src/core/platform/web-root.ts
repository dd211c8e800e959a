import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

// The same folder from the sources and from the bundle, which lie at different depths.
const projectRoot = dirname(findPackageJSON('..', import.meta.url) ?? '');

/** The built web app; it exists after `npm run build`. */
export const webRoot = join(projectRoot, 'dist', 'web');
