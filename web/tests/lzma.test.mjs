// The page unpacks what the build has packed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compress } from 'lzma';
import { fromLzma } from '../page/lzma.js';
import { STREAMS, taken, together } from '../page/streams.js';
import { page } from './browser.mjs';

const unpacked = (bytes) => fromLzma(Uint8Array.from(compress(bytes, 5)));

test('bytes of every kind come back', () => {
  const random = (count, most) => {
    let seed = 7;
    return Uint8Array.from({ length: count }, () => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 16) % most;
    });
  };
  const long = new Uint8Array(200_000).fill(3);
  const far = Uint8Array.from([...random(70_000, 256), ...random(70_000, 256)]);
  for (const bytes of [random(1, 256), random(5_000, 256), random(50_000, 2), random(50_000, 9), long, far]) {
    assert.deepEqual(unpacked(bytes), bytes);
  }
});

test('a module is put together again from its streams', () => {
  for (const name of ['floatfloat.wasm', 'unoptimised.wasm']) {
    const module = readFileSync(new URL(`../dist/${name}`, import.meta.url));
    const streams = taken(module);
    assert.equal(streams.length, STREAMS);
    // Were instructions mistaken for others, code would end up among the rest, or the rest in code.
    const beside = streams.map(({ length }) => length / module.length);
    assert.ok(beside[0] < 0.25 && beside[1] > 0.4 && beside.at(-1) < 0.03, beside.join(' '));
    assert.ok(Buffer.from(together(streams)).equals(module));
  }
});

test('the module in the page is the one that was built', () => {
  const [, packed] = /id="wasm">([^<]*)</.exec(readFileSync(page, 'utf8'));
  const module = readFileSync(new URL('../dist/floatfloat.wasm', import.meta.url));
  const streams = packed.split(' ').map((stream) => fromLzma(new Uint8Array(Buffer.from(stream, 'base64'))));
  assert(Buffer.from(together(streams)).equals(module));
});
