// Builds the page: `node build.mjs` writes dist/floatfloat.wasm and dist/page.html, one file with everything in it.
//
// --page puts the module that was built last into the page again. What optimises it comes by `npm ci`.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { withExports } from './exports.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const at = (...parts) => path.join(here, ...parts);
const read = (...parts) => readFileSync(at(...parts), 'utf8');

/** Most bytes of the page, compressed. */
const MOST = 350_000;

const installed = (name) => import(name).catch(() => {
  throw new Error('what optimises the page is not installed: npm ci in web/ first');
});
const { buildSync, transformSync } = await installed('esbuild');

/** What the judge exports. */
const EXPORTS = ['memory', 'allocate', 'begin', 'advance', 'answer', 'refuse', 'message', 'message_length'];

const commit = (process.env.FLOATFLOAT_COMMIT ?? head()).slice(0, 12);
mkdirSync(at('dist'), { recursive: true });
if (!process.argv.includes('--page')) buildWasm();
const page = await assemble();
writeFileSync(at('dist', 'page.html'), page);
const compressed = gzipSync(page, { level: 9 }).length;
console.log(`dist/page.html: ${page.length} bytes, ${compressed} compressed`);
if (compressed > MOST) throw new Error(`the page has ${compressed} bytes compressed, more than ${MOST}`);

/** The commit of the sources; empty outside of a repository. */
function head() {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: here, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

function buildWasm() {
  const target = 'wasm32-unknown-unknown';
  const folder = process.env.CARGO_TARGET_DIR ?? at('target');
  const cargo = ['build', '--release', '--locked', '--target', target, '--manifest-path', at('Cargo.toml')];
  const env = { ...process.env, CARGO_TARGET_DIR: folder };
  // Of the way back from a panic only its message is wanted, not where the sources lay.
  env.RUSTFLAGS = `${env.RUSTFLAGS ?? ''} --remap-path-prefix=${path.dirname(here)}=floatfloat --remap-path-prefix=${process.env.CARGO_HOME ?? path.join(process.env.HOME ?? '', '.cargo')}=cargo`;
  execFileSync('cargo', cargo, { stdio: 'inherit', env });
  const exported = withExports(readFileSync(path.join(folder, target, 'release', 'floatfloat_web.wasm')), EXPORTS);
  const built = at('dist', 'unoptimised.wasm');
  writeFileSync(built, exported);
  const optimised = at('dist', 'floatfloat.wasm');
  const optimiser = at('node_modules', 'binaryen', 'bin', 'wasm-opt');
  const features = ['--enable-bulk-memory', '--enable-bulk-memory-opt', '--enable-sign-ext', '--enable-mutable-globals', '--enable-nontrapping-float-to-int', '--enable-reference-types', '--enable-multivalue'];
  // Few bytes once it is compressed. Code that is shared or inlined repeats no more, and compresses worse. Alignments that are
  // all the same compress better, as do functions sorted by their names: one function for several types has neighbours alike.
  // Memory below 1 KiB is unused, as the stack ends there.
  const sharing = ['local-cse', 'merge-similar-functions', 'inlining-optimizing'].map((pass) => `--skip-pass=${pass}`);
  const small = ['-Oz', ...sharing, '--low-memory-unused', '--dealign', '--reorder-functions-by-name', '--strip-debug'];
  execFileSync(process.execPath, [optimiser, ...small, ...features, built, '-o', optimised], { stdio: 'inherit' });
  console.log(`dist/floatfloat.wasm: ${statSync(optimised).size} bytes`);
}

/** The page's script, of all its modules. */
function script() {
  const options = { bundle: true, minify: true, format: 'iife', target: 'es2022', charset: 'utf8', legalComments: 'none', write: false };
  return buildSync({ ...options, entryPoints: [at('page/main.js')] }).outputFiles[0].text.trim();
}

/** A module as the page unpacks it: base64 of what zopfli deflated, as it needs fewer bytes than zlib. */
async function packed(module) {
  const { deflateAsync } = await installed('@gfx/zopfli');
  // Its listeners would print its source before the message of any error.
  for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event);
  return Buffer.from(await deflateAsync(module, { blocksplittingmax: 0 })).toString('base64');
}

async function assemble() {
  const pieces = {
    style: transformSync(read('page/style.css'), { loader: 'css', minify: true }).code.trim(),
    script: script(),
    wasm: await packed(readFileSync(at('dist', 'floatfloat.wasm'))),
    version: /^version = "(.*)"$/m.exec(read('Cargo.toml'))[1],
    head: commit,
    commit: commit && ` (${commit})`,
  };
  for (const [name, piece] of Object.entries(pieces)) {
    if (/<\/(script|style)/i.test(piece)) throw new Error(`${name} would end its element`);
  }
  const hash = (piece) => `'sha256-${createHash('sha256').update(piece).digest('base64')}'`;
  pieces.policy = [
    "default-src 'none'",
    `script-src ${hash(pieces.script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(pieces.style)}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return read('page/page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => pieces[name]);
}
