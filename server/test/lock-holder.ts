// A process to be killed while it holds the lock of the folder it is given.
import { lockFolder } from '#platform/lock-file';

const [folder = ''] = process.argv.slice(2);
// Kept: a lock that nobody refers to is collected and gone.
const lock = lockFolder(folder);
process.send?.('locked');
// A test that ends early leaves nothing behind.
process.once('disconnect', () => {
  lock.release();
  process.exit();
});
