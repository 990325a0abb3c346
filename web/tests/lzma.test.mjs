// The page unpacks what the build has packed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compress } from 'lzma';
import { fromLzma } from '../page/lzma.js';
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

test('the module in the page is the one that was built', () => {
  const [, packed] = /id="wasm">([^<]*)</.exec(readFileSync(page, 'utf8'));
  const module = readFileSync(new URL('../dist/floatfloat.wasm', import.meta.url));
  assert(Buffer.from(fromLzma(new Uint8Array(Buffer.from(packed, 'base64')))).equals(module));
});
