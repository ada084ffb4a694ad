/** Starts the product in a separate data directory, reports it to the test, and waits to be ended. */
import { makeDataDirectory, ProductProcess } from '../product-process.ts';

const data = makeDataDirectory();
const product = new ProductProcess('server.ts', [], { HEADWATER_DATA: data.path });
await product.address();
process.send!({ path: data.path, pid: product.child.pid });
