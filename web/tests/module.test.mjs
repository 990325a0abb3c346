// The page unpacks what the build has packed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decoder, encoder } from '../page/arithmetic.js';
import { mixer } from '../page/mixing.js';
import { packed, unpacking } from '../page/module.js';
import { page } from './browser.mjs';

const built = (name) => readFileSync(new URL(`../dist/${name}`, import.meta.url));

function unpacked(bytes) {
  const steps = unpacking(bytes);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return Buffer.from(value);
  }
}

function random() {
  let seed = 7;
  return (most) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) % most;
  };
}

test('bits come back, and cost what their probabilities say', () => {
  const below = random();
  // The last ones make the interval as narrow as it gets.
  const bits = Array.from({ length: 50_000 }, (_, i) => {
    const probability = i < 49_000 ? 1 + below(65_535) : [1, 65_535][below(2)];
    return [Number(below(65_536) < probability), probability];
  });
  const bytes = [];
  const code = encoder(bytes);
  for (const [one, probability] of bits) code(one, probability);
  for (let i = 0; i < 32; i++) code(0, 32_768);
  const decode = decoder(bytes);
  for (const [one, probability] of bits) assert.equal(decode(null, probability), one);
  const information = bits.reduce((sum, [one, probability]) => sum - Math.log2((one ? probability : 65_536 - probability) / 65_536), 0);
  assert.ok(8 * bytes.length < 1.01 * information + 64, `${8 * bytes.length} bits for ${information}`);
});

test('bytes of every kind come back, and those that can be predicted are few', () => {
  const below = random();
  const part = Array.from({ length: 1_000 }, () => below(256));
  const texts = {
    any: Array.from({ length: 5_000 }, () => below(256)),
    few: Array.from({ length: 5_000 }, () => below(2)),
    same: new Array(5_000).fill(3),
    again: [part, part, part, part, part].flat(),
  };
  const most = { any: 1.03, few: 0.14, same: 0.01, again: 0.25 };
  for (const [name, bytes] of Object.entries(texts)) {
    const coded = [];
    const encode = encoder(coded);
    const write = mixer(encode, 1, bytes.length);
    bytes.forEach((byte, i) => write(i % 12, byte, [i % 12], 0));
    for (let i = 0; i < 32; i++) encode(0, 32_768);
    const read = mixer(decoder(coded), 1, bytes.length);
    bytes.forEach((byte, i) => assert.equal(read(i % 12, null, [i % 12], 0), byte));
    assert.ok(coded.length < most[name] * bytes.length, `${name}: ${coded.length} bytes`);
  }
});

test('a module comes back', () => {
  const module = built('unoptimised.wasm');
  const bytes = packed(module);
  assert.ok(unpacked(bytes).equals(module));
  assert.ok(bytes.length < module.length / 3, `${bytes.length} of ${module.length} bytes`);
});

test('the module in the page is the one that was built', () => {
  const [, text] = /id="wasm">([^<]*)</.exec(readFileSync(page, 'utf8'));
  assert.ok(unpacked(Buffer.from(text, 'base64')).equals(built('floatfloat.wasm')));
});
