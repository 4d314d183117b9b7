// A process to be killed while it holds the lock of the folder it is given.
import { lockFolder } from '#platform/lock-file';

const [folder = ''] = process.argv.slice(2);
lockFolder(folder);
process.send?.('locked');
setInterval(() => {}, 1000);
