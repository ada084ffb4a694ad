/** Starts the product on a data directory of its own, tells the test where, and waits for its own end. */
import { makeDataDirectory, ProductProcess } from '../product-process.ts';

const data = makeDataDirectory();
const product = new ProductProcess('server.ts', [], { HEADWATER_DATA: data.path });
await product.address();
process.send!({ path: data.path, pid: product.child.pid });
