// Results of the library in Rust: what `cargo run -p floatfloat --example vectors` prints.

import { execFileSync } from 'node:child_process';

let known;

export function vectors() {
  const arguments_ = ['run', '-q', '-p', 'floatfloat', '--example', 'vectors'];
  const cwd = new URL('../../..', import.meta.url);
  known ??= JSON.parse(execFileSync('cargo', arguments_, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 }));
  return known;
}
