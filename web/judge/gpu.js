// A GPUDevice that runs the programs of the judge.

/** Why a program did not run; `kind` is what the judge makes of it. */
export class Refusal extends Error {
  name = 'Refusal';
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Buffers are whole multiples of this many bytes, and never empty. */
const GRANULE = 64;

export class Gpu {
  #device;
  #pipelines = new Map();
  #corrupt;
  #lost = null;
  /** Errors that came late, as text. */
  faults = [];
  /** Milliseconds of the longest run of a program, and how it was written. */
  longest = { milliseconds: 0, lowering: '' };
  /** What the judge knows of the device. */
  description;

  /**
   * `options`: `info`, the adapter's; `corrupt(run, bytes)`, for tests, changes results before the judge sees them.
   */
  constructor(device, { info = device.adapterInfo ?? {}, corrupt } = {}) {
    this.#device = device;
    this.#corrupt = corrupt;
    this.description = describe(device, info);
    device.lost.then(({ reason, message }) => {
      this.#lost = new Refusal('lost', message || reason || 'the browser gave no reason');
    });
    device.addEventListener('uncapturederror', ({ error }) => this.faults.push(error.message));
  }

  get device() {
    return this.#device;
  }

  /** Why the device is lost, or null. */
  get lost() {
    return this.#lost;
  }

  /** The bytes that a program writes. Fails with a `Refusal` where it does not run. */
  async run(run, inputs, fill, signal) {
    if (this.#lost) throw this.#lost;
    for (const kernel of run.dropped) this.#pipelines.delete(kernel);
    const start = performance.now();
    const compiled = await this.#compiled(run);
    const buffers = [];
    try {
      const work = this.#scoped(() => this.#dispatch(compiled, run, inputs, fill, buffers));
      const bytes = await unlessAborted(work, signal);
      const milliseconds = performance.now() - start;
      if (milliseconds > this.longest.milliseconds) this.longest = { milliseconds, lowering: run.lowering };
      return this.#corrupt?.(run, bytes) ?? bytes;
    } finally {
      for (const buffer of buffers) buffer.destroy();
    }
  }

  /** A pipeline and the layout of what it binds. */
  async compile({ text, bindings, constants }) {
    const device = this.#device;
    const storage = (binding, type) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } });
    return this.#scoped(async () => {
      const entries = [];
      for (let i = 0; i < bindings; i++) entries.push(storage(i, i + 1 < bindings ? 'read-only-storage' : 'storage'));
      entries.push(storage(bindings, 'uniform'));
      if (constants.length) entries.push(storage(bindings + 1, 'read-only-storage'));
      const group = device.createBindGroupLayout({ entries });
      const module = device.createShaderModule({ code: text });
      const layout = device.createPipelineLayout({ bindGroupLayouts: [group] });
      try {
        const pipeline = await device.createComputePipelineAsync({ layout, compute: { module, entryPoint: 'main' } });
        const bytes = new Uint8Array(Uint32Array.from(constants).buffer);
        const after = constants.length ? [this.buffer(bytes.length, GPUBufferUsage.STORAGE, bytes)] : [];
        return { pipeline, group, after };
      } catch (error) {
        if (this.#lost) throw this.#lost;
        const { messages } = await module.getCompilationInfo();
        const errors = messages.filter(({ type }) => type === 'error').map(({ message }) => message);
        throw new Refusal('rejected', errors.join('; ') || error.message);
      }
    });
  }

  /** What a pipeline binds, in the order of its program: the buffers, the arguments, the constants. */
  bind({ pipeline, group, after }, buffers, runArguments) {
    const bound = [...buffers, runArguments, ...after];
    const entries = bound.map((buffer, binding) => ({ binding, resource: { buffer } }));
    return { pipeline, bindings: this.#device.createBindGroup({ layout: group, entries }) };
  }

  /** Memory that begins with these bytes and goes on with words of `fill`. */
  buffer(size, usage, bytes, fill = 0) {
    const whole = Math.max(GRANULE, Math.ceil(size / GRANULE) * GRANULE);
    const buffer = this.#device.createBuffer({ size: whole, usage, mappedAtCreation: true });
    const range = buffer.getMappedRange();
    new Uint32Array(range).fill(fill);
    if (bytes) new Uint8Array(range).set(bytes);
    buffer.unmap();
    return buffer;
  }

  async #compiled(run) {
    if (!run.program) return this.#pipelines.get(run.kernel);
    const compiled = await this.compile(run.program);
    this.#pipelines.set(run.kernel, compiled);
    return compiled;
  }

  async #dispatch(compiled, { output, arguments: numbers, groups }, inputs, fill, buffers) {
    const device = this.#device;
    const { STORAGE, UNIFORM, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
    const made = (...of) => buffers[buffers.push(this.buffer(...of)) - 1];
    const bound = inputs.map((input) => made(input.length, STORAGE, input, fill));
    const written = made(output, STORAGE | COPY_SRC, null, fill);
    const uniform = made(32, UNIFORM, new Uint8Array(Uint32Array.from(numbers).buffer));
    const { pipeline, bindings } = this.bind(compiled, [...bound, written], uniform);
    const read = device.createBuffer({ size: written.size, usage: MAP_READ | COPY_DST });
    buffers.push(read);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindings);
    pass.dispatchWorkgroups(...groups);
    pass.end();
    encoder.copyBufferToBuffer(written, 0, read, 0, written.size);
    device.queue.submit([encoder.finish()]);
    await read.mapAsync(GPUMapMode.READ);
    return new Uint8Array(read.getMappedRange()).slice(0, output);
  }

  /** What `work` gives, or the first error of the device meanwhile. */
  async #scoped(work) {
    const device = this.#device;
    for (const filter of ['out-of-memory', 'internal', 'validation']) device.pushErrorScope(filter);
    const working = work();
    // Popped before anything is awaited: scopes are a stack of the device, which other work shares.
    const errors = [0, 1, 2].map(() => device.popErrorScope().catch(() => null));
    const [result] = await Promise.allSettled([working]);
    const error = (await Promise.all(errors)).find((found) => found);
    if (result.status === 'rejected' && result.reason instanceof Refusal) throw result.reason;
    if (this.#lost) throw this.#lost;
    if (error) throw new Refusal('failed', error.message);
    if (result.status === 'fulfilled') return result.value;
    // A device that is lost says so a moment later than what failed because of it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw this.#lost ?? new Refusal('failed', result.reason.message);
  }
}

/** What the judge is told of a device; browsers say little. */
function describe(device, info) {
  const name = info.description || [info.vendor, info.architecture].filter(Boolean).join(' ') || 'GPU of this browser';
  const words = device.features.has('shader-f16') ? ['f16', 'f32'] : ['f32'];
  const driver = globalThis.navigator?.userAgent ?? '';
  const software = Boolean(info.isFallbackAdapter) || /swiftshader|llvmpipe/i.test(name);
  return { id: 'webgpu', name, backend: 'webgpu', driver, software, words };
}

/** A promise that fails as soon as the signal says so. */
function unlessAborted(promise, signal) {
  if (!signal) return promise;
  promise.catch(() => {});
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
