// pack and unpack have the bits of `FloatFloat::from_f64` and `to_f64`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack, unpack } from '../src/webgpu.js';
import { vectors } from './vectors.js';

const number = (bits) => new Float64Array(BigUint64Array.of(BigInt(`0x${bits}`)).buffer)[0];

test('conversions', () => {
  const { conversions } = vectors();
  const numbers = conversions.map(([bits]) => number(bits));
  const pairs = pack(numbers);
  assert.deepEqual(Array.from(new Uint32Array(pairs.buffer)), conversions.flatMap(([, high, low]) => [high, low]));
  assert.deepEqual(Array.from(unpack(pairs)), conversions.map(([, , , back]) => number(back)));
  assert(conversions.length > 4000);
});

test('NaN, typed arrays, halves of pairs', () => {
  assert.deepEqual(Array.from(pack([NaN])), [NaN, 0]);
  assert.deepEqual(Array.from(unpack(pack(Float64Array.of(Math.fround(0.1), 3)))), [Math.fround(0.1), 3]);
  assert.deepEqual(Array.from(unpack(pack([-0, 0]))), [-0, 0]);
  assert.equal(pack([]).length, 0);
  assert.throws(() => unpack([1]), RangeError);
});
