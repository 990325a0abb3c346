// The examination in a worker, so that the page stays usable.

import { investigate } from './engine.js';

let abort;

globalThis.onmessage = async ({ data }) => {
  if (data.cancel) {
    abort?.abort(new DOMException('cancelled', 'AbortError'));
    return;
  }
  abort = new AbortController();
  const say = (kind, value) => globalThis.postMessage({ kind, value });
  try {
    await investigate(data.wasm, data.options, say, abort.signal);
  } catch (error) {
    say('stopped', { cancelled: error.name === 'AbortError', message: error.message });
  }
};
