// Applies a function of the library to many operands, on any device. Runs in the page and under Node.

import { library, zeroBuffer } from '../src/webgpu.js';

/** How numbers of so many words are written, and their words in order. */
function number(lowering, words) {
  const word = lowering === 'integers' ? 'u32' : 'f32';
  if (words === 1) return { word, type: word, parts: [''] };
  if (words === 3) return { word, type: `${word.toUpperCase()}x3`, parts: ['.w0', '.w1', '.w2'] };
  return { word, type: `vec${words}<${word}>`, parts: ['.x', '.y', '.z', '.w'].slice(0, words) };
}

/**
 * Bits of results. `operands` are bits too, those of all operands of one call after another; `words` are the words of every
 * operand and `results` those of the result. `zero` is an option of `library`.
 */
export async function compute(device, { name, lowering, words, results = words, operands, count, zero }) {
  const of = number(lowering, words);
  const { type, parts } = number(lowering, results);
  const each = operands.length / count;
  const loaded = (k) => {
    const bits = `operands[${each}u * i + ${k}u]`;
    return of.word === 'u32' ? bits : `bitcast<f32>(${bits})`;
  };
  const made = await library({ lowering, functions: [name], zero });
  const values = [];
  for (let first = 0; first < each; first += words) {
    const all = Array.from({ length: words }, (_, k) => loaded(first + k));
    values.push(`${of.type}(${all.join(', ')})`);
  }
  if (made.zero === 'parameter') values.unshift('zeros[0]');
  const stores = parts.map((part, k) => `results[${results}u * i + ${k}u] = bitcast<u32>(result${part});`);
  const code = `
    @group(0) @binding(0) var<storage, read> operands: array<u32>;
    @group(0) @binding(1) var<storage, read_write> results: array<u32>;
    ${made.zero === 'parameter' ? '@group(0) @binding(2) var<storage, read> zeros: array<u32>;' : ''}
    @compute @workgroup_size(64)
    fn main(@builtin(global_invocation_id) id: vec3<u32>) {
      let i = id.x;
      if i >= ${count}u { return; }
      let result = ${name}(${values.join(', ')});
      ${stores.join('\n')}
    }
    ${made.code}`;
  const module = device.createShaderModule({ code });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const input = device.createBuffer({ size: 4 * operands.length, usage: STORAGE | COPY_DST });
  device.queue.writeBuffer(input, 0, Uint32Array.from(operands));
  const size = 4 * results * count;
  const output = device.createBuffer({ size, usage: STORAGE | COPY_SRC });
  const read = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
  const bound = [[0, 0, input], [0, 1, output]];
  if (made.zero) {
    const { group, binding } = made.zero === 'parameter' ? { group: 0, binding: 2 } : made.zero;
    bound.push([group, binding, zeroBuffer(device)]);
  }
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  for (const group of new Set(bound.map(([group]) => group))) {
    const entries = bound
      .filter(([of]) => of === group)
      .map(([, binding, buffer]) => ({ binding, resource: { buffer } }));
    pass.setBindGroup(group, device.createBindGroup({ layout: pipeline.getBindGroupLayout(group), entries }));
  }
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  encoder.copyBufferToBuffer(output, 0, read, 0, size);
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(GPUMapMode.READ);
  const bits = Array.from(new Uint32Array(read.getMappedRange()));
  for (const buffer of [input, output, read]) buffer.destroy();
  return bits;
}
