// Holds the lock of the given folder until killed.
import { lockFolder } from '#platform/lock-file';

const [folder = ''] = process.argv.slice(2);
// Referenced, because an unreferenced lock is garbage-collected and released.
const lock = lockFolder(folder);
process.send?.('locked');
// Exits when the test ends early.
process.once('disconnect', () => {
  lock.release();
  process.exit();
});
