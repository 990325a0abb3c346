// Functions on a device have the bits of the library in Rust, in two engines.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compute } from './compute.js';
import { browse, dawn, withoutChromium } from './engines.js';
import { vectors } from './vectors.js';

/**
 * Whether fused multiply-adds are used, and what is checked: drivers on the processor take minutes to compile elementary
 * functions of integers.
 */
const CHECKED = {
  barrier: { fused: false, names: /./, count: 16 },
  integers: { fused: true, names: /^(ff_(add|mul|div|sqrt)|tf_add)$/, count: 5 },
};

/** Where the zero is read: every way, in turn. */
const ZEROS = [undefined, { group: 0, binding: 7 }, { group: 2, binding: 1 }, 'parameter'];

async function check(run, lowering) {
  const { fused, names, count } = CHECKED[lowering];
  const ofLowering = vectors().functions.filter((one) => one.fused === fused && names.test(one.name));
  assert.equal(ofLowering.length, count);
  for (const [place, { name, words, cases }] of ofLowering.entries()) {
    const operands = cases.flatMap(([operands]) => operands);
    const zero = ZEROS[place % ZEROS.length];
    const results = await run({ name, lowering, words, operands, count: cases.length, zero });
    const wrong = cases.filter(([, expected], i) => expected.some((bits, k) => bits !== results[words * i + k]));
    assert.equal(wrong.length, 0, `${lowering} ${name}: ${wrong.length} of ${cases.length}, ${JSON.stringify(wrong[0])}`);
  }
}

/** Bits of numbers of 64 bits, the low half first. */
const halves = (numbers) => Array.from(new Uint32Array(Float64Array.from(numbers).buffer));

async function checkDoubles(run) {
  const count = 300;
  const numbers = Array.from({ length: 2 * count }, (_, i) => Math.sin(i) * 10 ** ((i * 37) % 60 - 30));
  const operations = { f64_add: (x, y) => x + y, f64_mul: (x, y) => x * y, f64_div: (x, y) => x / y };
  for (const [name, operation] of Object.entries(operations)) {
    const results = await run({ name, lowering: 'integers', words: 2, operands: halves(numbers), count });
    const expected = Array.from({ length: count }, (_, i) => operation(numbers[2 * i], numbers[2 * i + 1]));
    assert.deepEqual(results, halves(expected), name);
  }
}

describe('Dawn for Node', async () => {
  const device = await dawn();
  const skip = !device;
  for (const lowering of Object.keys(CHECKED)) {
    test(lowering, { skip }, () => check((what) => compute(device, what), lowering));
  }
  test('f64 of integers', { skip }, () => checkDoubles((what) => compute(device, what)));
  after(() => device?.destroy());
});

describe('Chromium', { skip: withoutChromium }, () => {
  let browser;
  before(async () => {
    browser = await browse('/tests/page.html');
  });
  const run = (what) => browser.page.evaluate((what) => window.compute(what), what);
  for (const lowering of Object.keys(CHECKED)) {
    test(lowering, () => check(run, lowering));
  }
  test('f64 of integers', () => checkDoubles(run));
  after(() => browser?.close());
});
