import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

// Works from the sources and from the bundle, which are at different depths.
const projectRoot = dirname(findPackageJSON('..', import.meta.url) ?? '');

/** The built web app; exists after `npm run build`. */
export const webRoot = join(projectRoot, 'dist', 'web');
