// The examination in a worker, so that the page stays usable. A worker runs the whole script of the page, and this of it.

import { investigate } from './engine.js';

/** What the page sends begins it; what ends it before its time ends the worker. */
export function work() {
  const say = (kind, value) => globalThis.postMessage({ kind, value });
  globalThis.onmessage = ({ data }) => {
    const { signal } = new AbortController();
    investigate(data.wasm, data.options, say, signal).catch(({ message }) => say('stopped', { cancelled: false, message }));
  };
}
