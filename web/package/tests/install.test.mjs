// The package as others get it: packed, installed from the file, used by a program and by the compiler of TypeScript.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(PACKAGE, 'node_modules/.bin/tsc');

/** A million bytes. */
const MB = 1e6;

let folder;
let tarball;

function run(command, ...options) {
  return execFileSync(command, options, { cwd: folder, encoding: 'utf8' });
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'floatfloat-'));
  const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--silent', '--pack-destination', folder, PACKAGE));
  tarball = join(folder, filename);
  writeFileSync(join(folder, 'package.json'), '{"name": "someones", "private": true, "type": "module"}');
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', tarball);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('a program imports it', () => {
  writeFileSync(
    join(folder, 'main.js'),
    `import assert from 'node:assert/strict';
    import { readFileSync } from 'node:fs';
    import bundle from 'floatfloat_wgsl';
    import { library, lowerings, pack, unpack } from 'floatfloat_wgsl/webgpu';
    for (const lowering of lowerings) {
      const { code } = await library({ lowering, functions: ['ff_add', 'ff_exp'] });
      assert(code.includes('fn ff_exp('));
      const file = new URL(import.meta.resolve('floatfloat_wgsl/wgsl/' + lowering + '.wgsl'));
      assert(readFileSync(file, 'utf8').includes('fn ff_add('));
    }
    const page = readFileSync(new URL(import.meta.resolve('floatfloat_wgsl/page.html')), 'utf8');
    assert(page.startsWith('<!doctype html>') && page.includes('id="wasm"'));
    assert.equal(bundle.name, 'floatfloat_wgsl');
    assert.equal(unpack(pack([0.5]))[0], 0.5);
    console.log('used');`,
  );
  assert.equal(run('node', 'main.js'), 'used\n');
});

test('its types are those of what it exports', async () => {
  writeFileSync(
    join(folder, 'main.ts'),
    `import bundle, { type WeslBundle } from 'floatfloat_wgsl';
    import * as all from 'floatfloat_wgsl/webgpu';
    import { certify, library, pack, unpack, zeroBuffer, type Library, type Lowering, type Verdict } from 'floatfloat_wgsl/webgpu';
    export async function use(device: GPUDevice): Promise<GPUBuffer> {
      const lowering: Lowering = 'barrier_fma';
      const { code, zero }: Library = await library({ lowering, functions: ['ff_add'], zero: 'parameter' });
      device.createShaderModule({ code });
      const numbers: Float64Array = unpack(pack(new Float64Array([1, 2])));
      device.queue.writeBuffer(zeroBuffer(device), 0, pack(numbers));
      if (zero !== null && zero !== 'parameter') console.log(zero.group + zero.binding);
      const certificate = await certify(device, { signal: AbortSignal.timeout(1000), progress: (done) => done.toFixed() });
      const best: Lowering | null = certificate.lowering;
      const reasons: string[] = certificate.verdicts.flatMap((verdict: Verdict) => verdict.reasons);
      const fast: boolean = certificate.fast?.holds ?? false;
      const error: number | undefined = certificate.fast?.errors?.quotient;
      console.log(best, fast, error, reasons, (await certificate.library({ functions: ['ff_add'] })).code);
      return zeroBuffer(device);
    }
    export const modules: Record<string, string> = (bundle satisfies WeslBundle).modules;
    // @ts-expect-error: there is no such lowering
    void library({ lowering: 'fast' });
    // @ts-expect-error: not numbers
    pack(['1']);
    export const names: (keyof typeof all)[] = [];`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  run(TSC, ...options, '--types', '', 'main.ts');
  const declared = await import('../src/webgpu.js');
  const source = `import * as all from 'floatfloat_wgsl/webgpu';
    const declared: Record<${Object.keys(declared).map((name) => `'${name}'`).join(' | ')}, unknown> = all;
    const exported: Record<keyof typeof all, true> = {${Object.keys(declared).map((name) => `${name}: true`).join(', ')}};
    export { declared, exported };`;
  writeFileSync(join(folder, 'exports.ts'), source);
  run(TSC, ...options, '--types', '', 'exports.ts');
});

test('it is as large as the documentation says', (t) => {
  const { size } = statSync(tarball);
  t.diagnostic(`${(size / MB).toFixed(2)} MB packed`);
  assert(size < 3.5 * MB, `${size} bytes`);
});
