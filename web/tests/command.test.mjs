// What the page finds beside what the command finds: the same driver, the same processor, the same files.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ended, launch, open, result, skip } from './browser.mjs';

const command = process.env.FLOATFLOAT_COMMAND;
const drivers = ['/usr/lib/chromium/vk_swiftshader_icd.json', '/usr/lib/chromium-browser/vk_swiftshader_icd.json'];
const driver = drivers.find(existsSync);
const missing = skip || (!command && 'FLOATFLOAT_COMMAND names no command') || (!driver && "SwiftShader's driver is not installed");

/** The rows of a table as objects. */
function objects(document, id) {
  const table = [document, ...(document.further ?? [])].find((each) => each.id === id);
  return table.rows.map((row) => Object.fromEntries(row.map((cell, place) => [table.columns[place].name, cell])));
}

describe('beside the command', { skip: missing, timeout: 600_000 }, () => {
  let browser;
  let page;
  let text;
  let folder;

  const run = (...words) => {
    const env = { ...process.env, VK_DRIVER_FILES: driver, FLOATFLOAT_CACHE: folder };
    const { status, stdout, stderr } = spawnSync(command, words, { env, encoding: 'utf8', maxBuffer: 1 << 28 });
    assert.ok(status === 0 || status === 1, stderr);
    return { status, document: JSON.parse(stdout) };
  };

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'floatfloat-page-'));
    browser = await launch();
    const tab = await open(browser);
    await ended(tab);
    text = await result(tab);
    page = JSON.parse(text);
  });
  after(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  test('lowerings that both have are exact in both or in none', () => {
    const { document } = run('devices', '--recertify', '--every-lowering', '--device', 'wgpu', '--format', 'json');
    const native = objects(document, 'devices-trials').filter(({ device, word }) => device === 'wgpu:0' && word === 'f32');
    const exact = (name) => native.filter(({ lowering }) => lowering === name || lowering.startsWith(`${name}, corrected`)).some((trial) => trial.exact);
    const shared = page.page.lowerings.filter(({ text: name }) => native.some(({ lowering }) => lowering === name));
    for (const one of ['plain, fma', 'plain, no fma', 'barrier, fma', 'barrier, no fma', 'integers']) assert.ok(shared.some(({ text: name }) => name.startsWith(one)), one);
    for (const lowering of shared) assert.equal(Boolean(lowering.exact), exact(lowering.text), lowering.text);
  });

  test('the processor rounds in WebAssembly as it does natively', () => {
    const { document } = run('paranoia', '--quick', '--device', 'cpu', '--format', 'json');
    const seed = /^seed (\d+)/;
    const native = objects(document, 'paranoia').filter(({ device }) => device === 'cpu');
    const inPage = objects(page, 'paranoia').filter(({ device }) => device === 'cpu');
    const [one, other] = [document, page].map((each) => objects(each, 'paranoia-safety').find(({ device }) => device === 'cpu').operands);
    assert.match(one, seed);
    assert.equal(one, other);
    assert.ok(native.length > 8);
    assert.deepEqual(inPage, native);
  });

  test('--diff reads the JSON of the page', () => {
    const [before, after] = ['before.json', 'after.json'].map((name) => path.join(folder, name));
    writeFileSync(before, text);
    writeFileSync(after, text);
    const same = run('paranoia', '--diff', before, after, '--format', 'json');
    assert.deepEqual([same.status, same.document.rows], [0, []]);
    const changed = JSON.parse(text);
    const column = changed.columns.findIndex(({ name }) => name === 'high');
    changed.rows[0][column] = 0.75;
    writeFileSync(after, JSON.stringify(changed));
    const different = run('paranoia', '--diff', before, after, '--format', 'json');
    assert.deepEqual([different.status, different.document.rows.length], [1, 1]);
  });
});
