// Writes dist/, what the package generates: the library of each lowering, as the command `floatfloat shader` prints it.
// The environment variable FLOATFLOAT_COMMAND names the command; without it the one on the path is run. The judge and the page
// are what `node ../build.mjs` has built.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { joined, split } from './src/text.js';

const COMMAND = process.env.FLOATFLOAT_COMMAND ?? 'floatfloat';

/** How each lowering is asked for. */
const LOWERINGS = {
  plain: ['--lowering', 'plain', '--no-fma'],
  plain_fma: ['--lowering', 'plain', '--fma'],
  barrier: ['--lowering', 'barrier', '--no-fma'],
  barrier_fma: ['--lowering', 'barrier', '--fma'],
  integers: ['--lowering', 'integers'],
};

/** The number types of a library; those of words themselves are made of integers alone. */
const types = (name) => (name === 'integers' ? 'ff,tf,qf,f32,f64' : 'ff,tf,qf');

const here = (path) => new URL(path, import.meta.url);

function shader(name, types, operations) {
  const options = ['shader', '--lang', 'wgsl', '--type', types, '--ops', operations, ...LOWERINGS[name]];
  return execFileSync(COMMAND, options, { encoding: 'utf8', maxBuffer: 1 << 26 });
}

/** The declarations of `all` that are not among `known`; what both have must be the same. */
function besides(known, all) {
  const texts = new Map(known.map((item) => [item.name, item.text]));
  for (const { name, text } of all) {
    if ((texts.get(name) ?? text) !== text) throw new Error(`two declarations of ${name}:\n${texts.get(name)}${text}`);
  }
  return all.filter((item) => !texts.has(item.name));
}

/** A module of JavaScript that exports text. */
function write(path, text) {
  writeFileSync(here(path), `export default ${JSON.stringify(text)};\n`);
}

const [JUDGE, PAGE] = ['../dist/floatfloat.wasm', '../dist/page.html'];
for (const built of [JUDGE, PAGE]) if (!existsSync(here(built))) throw new Error(`there is no web/${built.slice(3)}; run node build.mjs in web/ first`);

rmSync(here('dist'), { recursive: true, force: true });
for (const folder of ['dist/wgsl', 'dist/operations', 'dist/functions', 'dist/judge']) mkdirSync(here(folder), { recursive: true });
for (const name of Object.keys(LOWERINGS)) {
  const text = shader(name, types(name), 'all');
  const operations = split(text);
  // Functions are most of the text, and seldom all of what a page needs.
  const functions = joined(besides(operations, split(shader(name, 'ff', 'all,functions'))));
  writeFileSync(here(`dist/wgsl/${name}.wgsl`), `${text}\n${functions}`);
  write(`dist/operations/${name}.js`, joined(operations));
  write(`dist/functions/${name}.js`, functions);
}
copyFileSync(here(JUDGE), here('dist/judge/floatfloat.wasm'));
copyFileSync(here(PAGE), here('dist/page.html'));
for (const module of ['gpu.js', 'judge.js']) copyFileSync(here(`../judge/${module}`), here(`dist/judge/${module}`));
for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(here(`../../${licence}`), here(licence));
