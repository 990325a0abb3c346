// Which lowering is exact on the device at hand: the certificate of floatfloat, as WebAssembly.

import { Gpu } from '../dist/judge/gpu.js';
import { Judge } from '../dist/judge/judge.js';
import { library } from './library.js';

let judge;

export function certify(device, options = {}) {
  return certifyWith(new Gpu(device), options);
}

/** The same for a device that may be made to fail. */
export async function certifyWith(gpu, { all = false, progress, signal } = {}) {
  judge ??= module().then((bytes) => Judge.load(bytes));
  const judging = await judge;
  signal?.throwIfAborted();
  const { best, verdicts } = await judging.certify(gpu, { all, onprogress: progress, signal });
  const lowering = best && named(best.exact.lowering);
  return {
    lowering,
    fast: best && fastOf(best),
    verdicts: verdicts.map(({ lowering: tried, exact, failures, milliseconds }) => {
      const reasons = failures.map(({ text }) => text);
      return { lowering: named(tried), exact: exact !== null, reasons, milliseconds };
    }),
    library(wanted = {}) {
      if (lowering === null) throw new Error('no lowering is exact on this device');
      return library({ ...wanted, lowering });
    },
  };
}

/** Of quotients and roots that take the device's own as they are; errors that are no number are absent in JSON. */
function fastOf({ fast, certificate }) {
  const measured = certificate.fast;
  const errors = measured && { quotient: measured.quotient ?? Infinity, squareRoot: measured.square_root ?? Infinity };
  return { holds: fast, errors };
}

/** The name that a library has of a lowering. */
function named({ protection, fused }) {
  return protection === 'integers' || !fused ? protection : `${protection}_fma`;
}

/** The bytes of the judge. */
async function module() {
  const url = new URL('../dist/judge/floatfloat.wasm', import.meta.url);
  if (url.protocol === 'file:') {
    // Node does not fetch files, and browsers have no modules of Node.
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}
