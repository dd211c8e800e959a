/** Migrates a database, and kills itself with -9 at its N-th statement: `node migrate.ts FILE N`. Prints how many statements it took. */
import { connect } from '#core/platform/db/connect.ts';
import { migrate } from '#core/platform/db/migrate.ts';

const [, , file = '', killAt = ''] = process.argv;
const db = connect(file);
let statements = 0;
db.on('query', () => {
  statements += 1;
  if (statements === Number(killAt)) process.kill(process.pid, 'SIGKILL');
});
await migrate(db);
await db.destroy();
console.log(statements);
