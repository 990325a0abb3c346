export { certify } from './certify.js';
export { library, lowerings, names } from './library.js';
export { pack, unpack } from './pairs.js';
export { zeroBuffer } from './zero.js';
