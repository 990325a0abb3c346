// The bundle, as linkers of WESL take it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { link } from 'wesl';
import bundle from '../src/weslBundle.js';
import { dawn } from './engines.js';

const main = (path) => `
  import floatfloat_wgsl::${path}ff_add;
  import floatfloat_wgsl::${path}ff_exp;
  @group(0) @binding(0) var<storage, read_write> numbers: array<vec2<f32>>;
  @compute @workgroup_size(64)
  fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    numbers[id.x] = ff_exp(ff_add(numbers[id.x], numbers[id.x]));
  }`;

test('imports link and compile', async (t) => {
  const device = await dawn();
  for (const path of ['', 'barrier_fma::', 'plain::', 'plain_fma::']) {
    const { dest } = await link({ weslSrc: { 'main.wesl': main(path) }, rootModuleName: 'main', libs: [bundle] });
    assert(dest.includes('fn ff_exp(') && !dest.includes('fn ff_sin('), path);
    assert.equal(/ff_hold\(/.test(dest), !path.startsWith('plain'), path);
    if (!device) continue;
    const info = await device.createShaderModule({ code: dest }).getCompilationInfo();
    assert.deepEqual(info.messages.map(({ message }) => message), [], path);
  }
  if (!device) t.skip('not compiled: Dawn for Node does not run here');
  device?.destroy();
});
