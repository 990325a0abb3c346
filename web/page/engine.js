// The whole examination of a browser: certificate, rounding, benchmark. Runs in a worker, or where there is none in the page.

import { Judge } from '../judge/judge.js';
import { Gpu } from '../judge/gpu.js';

/** Why there is no GPU to examine; `kind` is `absent`, `no-adapter` or `refused`. */
class NoGpu extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Milliseconds that a measured dispatch should take, and above which a run of a program is a finding. */
const AIM = 50;
const LONG = 1000;

/** Measured runs of each program, of which the fastest counts. */
const RUNS = 5;

/**
 * Examines the browser. `say(kind, value)` is told of everything as it becomes known; `options`: `tests`, what tests
 * break on purpose, `thorough`.
 */
export async function investigate(wasm, options, say, signal) {
  const judge = await Judge.load(wasm);
  const { tests = {} } = options;
  say('about', judge.about);
  const gpu = await openGpu(tests).catch((error) => {
    if (!(error instanceof NoGpu)) throw error;
    say('no-gpu', { kind: error.kind, message: error.message });
    return null;
  });
  const certified = [];
  if (gpu) {
    say('device', gpu.description);
    const onverdict = (verdict) => {
      say('verdict', verdict);
      if (tests.lose === verdict.text) gpu.device.destroy();
    };
    const onprogress = (done, total, text) => say('progress', { what: `writing it: ${text}`, done, total });
    const { best } = await judge.certify(gpu, { all: true, onverdict, onprogress, signal });
    if (best) certified.push(['f32', best.exact.lowering]);
    say('certified', best);
    if (best) say('wgsl', await judge.ask({ task: 'wgsl', lowering: best.exact.lowering, fast: best.fast && best.certificate.fast !== null }));
  }
  say('progress', { what: 'how numbers are rounded', done: 0, total: 1 });
  const onprogress = (done, total) => say('progress', { what: 'how numbers are rounded', done, total });
  const alive = gpu && !gpu.lost ? gpu : null;
  const examination = { certified, processor: true, quick: !options.thorough, signal, onprogress };
  say('rounding', await judge.examine(alive, examination));
  // Chains of operations made of integers take compilers minutes.
  if (alive && !alive.lost && certified.length > 0 && certified[0][1].protection !== 'integers') {
    say('benchmark', await benchmark(judge, alive, certified[0][1], say, signal).catch((error) => {
      signal.throwIfAborted();
      return { failed: error.message };
    }));
  }
  if (alive && !alive.lost) {
    const onprogress = (done, total) => say('progress', { what: 'writing f64: integers', done, total });
    say('double', await judge.certifyDouble(alive, { signal, onprogress }).catch((error) => {
      signal.throwIfAborted();
      alive.faults.push(`f64 made of integers: ${error.message}`);
      return null;
    }));
  }
  if (gpu) say('faults', faults(gpu));
  say('end', null);
}

/** What went wrong besides wrong results. */
function faults(gpu) {
  const found = [];
  if (gpu.lost) found.push(`The device was lost: ${gpu.lost.message}.`);
  for (const message of new Set(gpu.faults)) found.push(`The browser reported an error: ${message}`);
  const { milliseconds, lowering } = gpu.longest;
  if (milliseconds > LONG) {
    found.push(`One program (${lowering}) took ${(milliseconds / 1000).toFixed(1)} s with its compilation.`);
  }
  return found;
}

async function openGpu(tests) {
  const gpu = globalThis.navigator?.gpu;
  if (!gpu || tests.absent) throw new NoGpu('absent', 'this browser has no WebGPU');
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new NoGpu('no-adapter', 'the browser found no GPU that it uses');
  const requiredFeatures = adapter.features.has('shader-f16') ? ['shader-f16'] : [];
  let device;
  try {
    device = await adapter.requestDevice({ requiredFeatures });
  } catch (error) {
    throw new NoGpu('refused', error.message);
  }
  const info = adapter.info ?? {};
  const corrupt = tests.corrupt && ((run, bytes) => {
    if (run.lowering.startsWith(tests.corrupt)) bytes[0] ^= 1;
    return bytes;
  });
  return new Gpu(device, { info, corrupt });
}

/** Nanoseconds of each operation on `f32` and on float-floats, at the size at which a dispatch takes long enough. */
async function benchmark(judge, gpu, lowering, say, signal) {
  const programs = await judge.ask({ task: 'bench', lowering });
  const rows = [];
  for (const [place, program] of programs.entries()) {
    say('progress', { what: 'how fast it is', done: place, total: programs.length });
    rows.push({ op: program.op, number: program.number, nanoseconds: await measure(gpu, program, signal) });
  }
  return { rows };
}

async function measure(gpu, { words, operations, reduces, program }, signal) {
  const { device } = gpu;
  const { STORAGE, UNIFORM } = GPUBufferUsage;
  const compiled = await gpu.compile(program);
  const most = Math.min(device.limits.maxStorageBufferBindingSize, 64 << 20);
  const largest = 2 ** Math.floor(Math.log2(most / (4 * Math.max(...words))));
  let count = 1 << 12;
  for (;;) {
    signal.throwIfAborted();
    const groups = reduces ? Math.min(1024, Math.max(1, count / 2048)) : count / 256;
    const columns = Math.min(groups, 32768);
    const grid = reduces ? [groups, 1] : [columns, Math.ceil(groups / columns)];
    const numbers = reduces ? [count, groups, 0, 0, 0, 0, 0, 0] : [0, count, 0, 0, 0, 0, 0, 0];
    const buffers = words.map((width, place) => {
      const bytes = 4 * width * count;
      const data = place + 1 < words.length ? operands(width, count, place) : null;
      return gpu.buffer(bytes, STORAGE, data);
    });
    const uniform = gpu.buffer(32, UNIFORM, new Uint8Array(Uint32Array.from(numbers).buffer));
    const { pipeline, bindings } = gpu.bind(compiled, buffers, uniform);
    const once = async () => {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, bindings);
      pass.dispatchWorkgroups(...grid);
      pass.end();
      const start = performance.now();
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
      if (gpu.lost) throw gpu.lost;
      return performance.now() - start;
    };
    await once();
    let best = await once();
    const longEnough = best >= AIM || count * 2 > largest;
    if (longEnough) for (let i = 2; i < RUNS; i++) best = Math.min(best, await once());
    for (const buffer of [...buffers, uniform]) buffer.destroy();
    if (longEnough) return (best * 1e6) / (count * operations);
    // A factor of at most 8, so that nothing takes long unexpectedly.
    const factor = Math.min(8, Math.max(2, AIM / Math.max(best, 0.1)));
    count = Math.min(largest, count * 2 ** Math.floor(Math.log2(factor)));
  }
}

/** First words near 1, second ones beyond their last bit. */
function operands(width, count, place) {
  const numbers = new Float32Array(width * count);
  for (let i = 0; i < count; i++) {
    numbers[width * i] = 1 + ((i * 7919 + place) % 4096) * 2 ** -20;
    if (width > 1) numbers[width * i + 1] = ((i % 61) - 30) * 2 ** -32;
  }
  return new Uint8Array(numbers.buffer);
}
