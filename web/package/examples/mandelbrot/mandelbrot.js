// The Mandelbrot set, in f32 and in float-float: how many steps z ← z² + c takes to leave the disc of radius 2.

import { pack } from '../../src/pairs.js';
import { zeroBuffer } from '../../src/zero.js';

/** What the shader does with each kind of number; pixels lie a power of two apart, so that their distances are exact. */
const KINDS = {
  f32: `
      fn steps(pixel: vec2<f32>) -> u32 {
        let c = vec2(view.center.x, view.center.z) + pixel * view.step;
        var z = vec2(0.0, 0.0);
        for (var i = 0u; i < view.limit; i++) {
          if z.x * z.x + z.y * z.y > 4.0 { return i; }
          z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        }
        return view.limit;
      }`,
  ff: `
      fn steps(pixel: vec2<f32>) -> u32 {
        let cx = ff_add(view.center.xy, vec2(pixel.x * view.step, 0.0));
        let cy = ff_add(view.center.zw, vec2(pixel.y * view.step, 0.0));
        var x = vec2(0.0, 0.0);
        var y = vec2(0.0, 0.0);
        for (var i = 0u; i < view.limit; i++) {
          let xx = ff_mul(x, x);
          let yy = ff_mul(y, y);
          if xx.x + yy.x > 4.0 { return i; }
          let xy = ff_mul(x, y);
          x = ff_add(ff_sub(xx, yy), cx);
          // Twice a pair is exact.
          y = ff_add(2.0 * xy, cy);
        }
        return view.limit;
      }`,
};

/** What the shader for `ff` calls. */
export const FUNCTIONS = ['ff_add', 'ff_sub', 'ff_mul'];

const MAIN = `
  struct View { center: vec4<f32>, step: f32, limit: u32, size: vec2<u32>, begin: u32 }
  @group(0) @binding(0) var<uniform> view: View;
  @group(0) @binding(1) var<storage, read_write> counts: array<u32>;

  @compute @workgroup_size(8, 8)
  fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let at = id.xy + vec2(0u, view.begin);
    if any(at >= view.size) { return; }
    let pixel = vec2<f32>(at) - 0.5 * vec2<f32>(view.size);
    counts[at.y * view.size.x + at.x] = steps(vec2(pixel.x, -pixel.y));
  }`;

/** A point at whose neighbourhood there is something to see at every magnification. */
export const POINT = [-0.743643887037151, 0.13182590420533];

/** Rows that are computed together, whole workgroups. */
const ROWS = 32;

/** Computes pictures in one kind of number. */
export class Mandelbrot {
  #device;
  #pipeline;
  #zeros;

  /**
   * `kind`: `f32` or `ff`; `library`: the text of `FUNCTIONS`, with the zero that it reads, if it does, at group 1, binding 0,
   * as `library()` of this package and the judge give it.
   */
  static async create(device, kind, { code, zero } = { code: '', zero: null }) {
    const module = device.createShaderModule({ code: MAIN + KINDS[kind] + code });
    const made = new Mandelbrot();
    made.#device = device;
    made.#pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
    made.#zeros = zero && zeroBuffer(device);
    return made;
  }

  /** The steps of every pixel, row after row. `step`, the distance of pixels, is a power of two. */
  async steps({ center = POINT, step, width, height, limit = 1000 }) {
    const device = this.#device;
    const { STORAGE, UNIFORM, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
    const view = new ArrayBuffer(48);
    new Float32Array(view).set([...pack(center), step]);
    // In the order of `View`; its members have no gaps between them.
    const integers = new Uint32Array(view, 20);
    const uniform = device.createBuffer({ size: view.byteLength, usage: UNIFORM | COPY_DST });
    const size = 4 * width * height;
    const counts = device.createBuffer({ size, usage: STORAGE | COPY_SRC });
    const read = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
    // A few rows at a time: browsers end what keeps a GPU for long.
    for (let begin = 0; begin < height; begin += ROWS) {
      integers.set([limit, width, height, begin]);
      device.queue.writeBuffer(uniform, 0, view);
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(this.#pipeline);
      this.#bind(pass, 0, [uniform, counts]);
      if (this.#zeros) this.#bind(pass, 1, [this.#zeros]);
      pass.dispatchWorkgroups(Math.ceil(width / 8), ROWS / 8);
      pass.end();
      if (begin + ROWS >= height) encoder.copyBufferToBuffer(counts, 0, read, 0, size);
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
    }
    await read.mapAsync(GPUMapMode.READ);
    const steps = new Uint32Array(read.getMappedRange()).slice();
    for (const buffer of [uniform, counts, read]) buffer.destroy();
    return steps;
  }

  #bind(pass, group, buffers) {
    const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
    const layout = this.#pipeline.getBindGroupLayout(group);
    pass.setBindGroup(group, this.#device.createBindGroup({ layout, entries }));
  }
}

/** Draws steps: the set is black, and colours go round as the logarithm of steps grows. */
export function draw(canvas, steps, limit) {
  const context = canvas.getContext('2d');
  const image = context.createImageData(canvas.width, canvas.height);
  steps.forEach((count, i) => {
    const turn = 2 * Math.PI * Math.log2(count + 1);
    const shade = (shift) => (count === limit ? 0 : 128 + 127 * Math.cos(0.7 * turn + shift));
    image.data.set([shade(0), shade(1), shade(2.5), 255], 4 * i);
  });
  context.putImageData(image, 0, 0);
}
