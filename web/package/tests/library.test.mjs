// The text of libraries.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { library, lowerings, names } from '../src/webgpu.js';
import { split } from '../src/text.js';

test('every declaration of the text is kept as it is', async () => {
  for (const lowering of lowerings) {
    const text = readFileSync(new URL(`../dist/wgsl/${lowering}.wgsl`, import.meta.url), 'utf8');
    const { code } = await library({ lowering, functions: await names(lowering) });
    const items = split(code);
    assert.equal(items.length, (text.match(/^(fn|struct|@group)/gm) ?? []).length, lowering);
    for (const item of items) assert(text.includes(item.text), `${lowering} ${item.name}`);
  }
});

test('there are all operations and functions', async () => {
  for (const lowering of lowerings) {
    const all = await names(lowering);
    for (const name of ['ff_add', 'ff_div', 'ff_exp', 'ff_ln_gamma', 'ff_atan2', 'tf_mul', 'qf_sqrt']) {
      assert(all.includes(name), `${lowering} ${name}`);
    }
    assert.equal(all.includes('f64_add'), lowering === 'integers');
    assert(!all.some((name) => /hold|call|hidden|special/.test(name)), all.join(' '));
  }
});

test('a function comes with what it needs, and nothing else', async () => {
  const { code, zero } = await library({ functions: ['ff_add'] });
  assert.deepEqual(split(code).map(({ name }) => name), ['floatfloat_zero', 'ff_hold', 'ff_add']);
  assert.deepEqual(zero, { group: 1, binding: 0 });
});

test('operations come without elementary functions', async () => {
  const { code } = await library();
  assert(code.includes('fn qf_add(') && !code.includes('fn ff_exp('));
});

test('the zero is bound where it is asked for, or a parameter', async () => {
  const { code } = await library({ zero: { group: 3, binding: 9 } });
  assert.equal(code.match(/@group\(3\) @binding\(9\)/g).length, 1);
  const parameter = await library({ functions: ['ff_mul', 'ff_exp'], zero: 'parameter' });
  assert.equal(parameter.zero, 'parameter');
  assert(parameter.code.includes('fn ff_mul(zero: u32, x: vec2<f32>, y: vec2<f32>)'));
  assert(!parameter.code.includes('floatfloat_zero'));
});

test('without barriers no zero is needed', async () => {
  for (const lowering of ['plain', 'plain_fma', 'integers']) {
    assert.equal((await library({ lowering, functions: ['ff_mul', 'ff_exp'] })).zero, null, lowering);
  }
});

test('what there is not is refused with what there is', async () => {
  await assert.rejects(library({ lowering: 'fast' }), /no lowering 'fast'.*barrier_fma/);
  await assert.rejects(library({ functions: ['ff_add', 'ff_tau'] }), /no ff_tau; there are ff_add/);
  await assert.rejects(library({ zero: 3 }), /\{group, binding\}/);
  await assert.rejects(library({ zero: { group: 0 } }), TypeError);
});
