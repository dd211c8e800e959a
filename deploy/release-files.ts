// Writes what a release offers beside the image and the package: compose files and templates that name
// the owner of the image, in one folder.
//   node deploy/release-files.ts OWNER FOLDER
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Docker refuses it as a name, so a file that nobody filled in never loads a stranger's image. */
const blank = 'SET-EARSHOT_OWNER';

const [owner = '', folder = ''] = process.argv.slice(2);
if (!/^[A-Za-z\d](?:[A-Za-z\d]|-(?=[A-Za-z\d])){0,38}$/.test(owner) || folder === '') {
  console.error('Usage: node deploy/release-files.ts OWNER FOLDER, where OWNER is the account that publishes the image.');
  process.exit(2);
}
const templates = readdirSync('deploy/templates').map((name) => `deploy/templates/${name}`);
mkdirSync(folder, { recursive: true });
for (const file of ['compose.yaml', 'compose.scale.yaml', 'deploy/Caddyfile.scale', 'deploy/fail2ban.conf', ...templates])
  writeFileSync(
    join(folder, basename(file)),
    readFileSync(file, 'utf8').replaceAll(blank, owner.toLowerCase()).replaceAll('./deploy/', './'),
  );
