// The page in a real browser: what it finds, what it does where something is missing or broken, and how it looks.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import { ended, launch, open, page, result, skip, textOf } from './browser.mjs';

const rowsOf = (tab, id) => tab.locator(`#${id} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));

const fragment = (wishes) => `#test=${encodeURIComponent(wishes)}`;

async function accessible(tab) {
  const { violations } = await new AxeBuilder({ page: tab }).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  assert.deepEqual(told, []);
}

test('the module in the page is the one that was built', () => {
  const [, packed] = /id="wasm">([^<]*)</.exec(readFileSync(page, 'utf8'));
  const built = readFileSync(new URL('../dist/floatfloat.wasm', import.meta.url));
  assert.ok(inflateRawSync(Buffer.from(packed, 'base64')).equals(built));
});

describe('with a GPU', { skip, timeout: 600_000 }, () => {
  let browser;
  let tab;
  let json;
  before(async () => {
    browser = await launch();
    tab = await open(browser);
    await ended(tab);
    json = await result(tab);
  });
  after(() => browser?.close());

  test('it says in one sentence that arithmetic is exact', async () => {
    assert.match(await textOf(tab, 'verdict'), /^Float-float works on this GPU \(.*\), with /);
    assert.deepEqual(tab.errors, []);
  });

  test('every lowering has a verdict and a time', async () => {
    const rows = await rowsOf(tab, 'lowerings');
    const names = rows.map(([name]) => name);
    assert.deepEqual(names.slice(0, 4), ['plain, fma', 'plain, no fma', 'barrier, fma', 'barrier, no fma']);
    assert.match(names[4], /^integers/);
    for (const [name, verdict, time] of rows) {
      assert.match(verdict, /^(exact|not exact)/, name);
      assert.match(time, /^[\d.]+ s$/, name);
    }
    assert.match(rows[3][1], /^exact/);
    assert.match(rows[4][1], /^exact/);
    assert.match(rows[5][0], /^f64: integers/);
    assert.equal(rows[5][1], 'exact');
    assert.ok(Number(rows[5][3]) > 1000);
  });

  test('the WGSL to copy has the fast quotient and root, which keep their bounds', async () => {
    const about = await textOf(tab, 'wgsl-about');
    const [, quotient, root] = /ff_div_fast and ff_sqrt_fast.* keep their bounds of 70u² and 142u²: ([\d.]+)u² and ([\d.]+)u²/.exec(about);
    assert.ok(quotient > 0 && quotient <= 70 && root > 0 && root <= 142, about);
    const text = await tab.locator('#wgsl').textContent();
    for (const name of ['ff_add', 'ff_div', 'ff_div_fast', 'ff_sqrt_fast']) assert.ok(text.includes(`fn ${name}(`), name);
  });

  test('nothing is requested', () => {
    assert.deepEqual(tab.requests.filter((url) => !url.startsWith('file:') && !url.startsWith('blob:') && !url.startsWith('data:')), []);
    assert.equal(tab.requests.filter((url) => url.startsWith('file:')).length, 1);
  });

  test('the result has the tables of the command, version and commit', () => {
    const { id, schema, further, page } = JSON.parse(json);
    assert.equal(schema, 'floatfloat/2');
    assert.deepEqual([id, ...further.map((table) => table.id)], ['paranoia', 'paranoia-safety', 'paranoia-findings']);
    assert.match(page.version, /^\d+\.\d+\.\d+$/);
    assert.match(page.commit, /^([0-9a-f]{12})?$/);
    assert.equal(page.lowerings.length, 5);
    assert.ok(page.benchmark.rows.every(({ nanoseconds }) => nanoseconds > 0));
    assert.deepEqual([...new Set(page.benchmark.rows.map(({ op }) => op))], ['add', 'mul', 'div', 'dot']);
  });

  test('a link holds the result, and opens as it', async () => {
    const shared = await tab.evaluate(async () => {
      let copied;
      navigator.clipboard.writeText = async (text) => { copied = text; };
      document.getElementById('share').click();
      while (!copied) await new Promise((resolve) => setTimeout(resolve, 20));
      return copied;
    });
    assert.match(shared, /#r=[\w-]+$/);
    const opened = await open(browser, { fragment: shared.slice(shared.indexOf('#')) });
    await ended(opened);
    assert.equal(await textOf(opened, 'verdict'), await textOf(tab, 'verdict'));
    assert.deepEqual(await rowsOf(opened, 'intervals'), await rowsOf(tab, 'intervals'));
    assert.deepEqual(opened.errors, []);
    await opened.locator('#other').fill(shared);
    await opened.locator('#compare button').click();
    await opened.waitForFunction(() => document.getElementById('changes').textContent !== '');
    assert.match(await textOf(opened, 'changes'), /nothing changed/);
    await opened.context().close();
  });

  test('a link that was cut says so', async () => {
    const cut = await open(browser, { fragment: '#r=7VtLbxs5Er' });
    await ended(cut);
    assert.match(await textOf(cut, 'status'), /cut/);
    await cut.context().close();
  });

  test('a result that differs is compared', async () => {
    const other = JSON.parse(json);
    const row = other.further[0].rows[0];
    row[other.further[0].columns.findIndex(({ name }) => name === 'division')] = 'by an abacus';
    await tab.locator('#other').fill(JSON.stringify(other));
    await tab.locator('#compare button').click();
    await tab.locator('#changes table').waitFor();
    assert.match(await textOf(tab, 'changes'), /1 change[^]*by an abacus/);
    await tab.locator('#other').fill('no result');
    await tab.locator('#compare button').click();
    await tab.waitForFunction(() => /not JSON/.test(document.getElementById('changes').textContent));
  });

  test('who is faster than the module is unpacked waits for it', async () => {
    const early = await open(browser);
    await early.locator('#play button').first().click();
    await early.locator('#played table').waitFor();
    assert.deepEqual(early.errors, []);
    await early.context().close();
  });

  test('an expression is computed in every kind of number', async () => {
    await tab.locator('#play button').first().click();
    await tab.locator('#played table').waitFor();
    const rows = await tab.locator('#played tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText)));
    assert.deepEqual(rows.map(([name]) => name), ['f32', 'ff', 'f64', 'exact']);
    // (a + b)² − a² − 2ab = b², of which nothing is left in 24 bits.
    assert.match(rows[3][1], /^1\.0{40}e-6$/);
    assert.equal(rows[0][3], '0.0');
    assert.ok(Number(rows[1][3]) > 0 && Number(rows[2][3]) > Number(rows[1][3]));
    assert.match(await tab.locator('#play-wgsl').textContent(), /fn ff_expression/);
    await tab.locator('#expression').fill('a +');
    await tab.locator('#play button').first().click();
    await tab.waitForFunction(() => /the end at character/.test(document.getElementById('played').textContent));
  });

  test('the Mandelbrot set shows what f32 loses, and is that of the processor', async () => {
    const drawn = (distance) => tab.waitForFunction((text) => document.getElementById('zoom-status').textContent.includes(text), `2^−${distance} apart`, { timeout: 120_000 });
    const seen = async () => {
      const pairs = ['f32', 'ff'].map(async (kind) => [kind, {
        colours: await tab.locator(`#zoom-${kind}`).evaluate((canvas) => {
          const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }),
        right: /of 256 pixels (\d+) are/.exec(await textOf(tab, `zoom-${kind}-about`))[1],
        label: await tab.locator(`#zoom-${kind}`).getAttribute('aria-label'),
      }]);
      return Object.fromEntries(await Promise.all(pairs));
    };
    await drawn(30);
    const near = await seen();
    assert.equal(near.ff.right, '256');
    assert.ok(Number(near.f32.right) < 200, near.f32.right);
    assert.ok(near.ff.colours > 2 * near.f32.colours, `${near.ff.colours} and ${near.f32.colours}`);
    assert.match(near.ff.label, /magnified 2\^24 times in float-float: \d+ shades/);
    await tab.locator('#zoom').focus();
    await tab.keyboard.press('End');
    await drawn(38);
    const nearest = await seen();
    assert.equal(nearest.ff.right, '256');
    // All pixels of the picture are within a few numbers of f32.
    assert.ok(nearest.f32.colours <= 4 && nearest.ff.colours > 10, `${nearest.f32.colours} and ${nearest.ff.colours}`);
    await tab.keyboard.press('Home');
    await drawn(6);
    assert.equal((await seen()).ff.right, '256');
    assert.deepEqual(tab.errors, []);
  });

  test('axe finds nothing, light, dark and on a telephone', async () => {
    await accessible(tab);
    await tab.emulateMedia({ colorScheme: 'dark' });
    await accessible(tab);
    await tab.setViewportSize({ width: 360, height: 740 });
    await accessible(tab);
    const width = await tab.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `the page is ${width} pixels wide`);
    await tab.emulateMedia({ colorScheme: 'light' });
    await tab.setViewportSize({ width: 1000, height: 800 });
  });

  test('it prints', async () => {
    await tab.emulateMedia({ media: 'print' });
    const shown = (id) => tab.locator(`#${id}`).isVisible();
    assert.deepEqual(await Promise.all(['copy', 'cancel', 'compare', 'play'].map(shown)), [false, false, false, false]);
    assert.deepEqual(await Promise.all(['verdict', 'lowerings', 'wrong', 'zoom-ff'].map(shown)), [true, true, true, true]);
    const colours = await tab.evaluate(() => ['color', 'backgroundColor'].map((name) => getComputedStyle(document.body)[name]));
    assert.deepEqual(colours, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    // A4 at 96 points an inch, less its margins.
    await tab.setViewportSize({ width: 720, height: 1000 });
    const width = await tab.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 720, `the page is ${width} pixels wide`);
    await tab.setViewportSize({ width: 1000, height: 800 });
    const pdf = await tab.pdf();
    assert.ok(pdf.length > 10_000);
    await tab.emulateMedia({ media: 'screen' });
  });

  test('a lowering that is broken on purpose is found, and others are not blamed', async () => {
    const broken = await open(browser, { fragment: fragment('corrupt:barrier') });
    await ended(broken);
    const rows = await rowsOf(broken, 'lowerings');
    assert.deepEqual(rows.map(([, verdict]) => verdict.replace(/exact with.*/, 'exact')), [...Array(4).fill('not exact'), 'exact', 'exact']);
    assert.match(await textOf(broken, 'verdict'), /made of integers/);
    assert.match(await textOf(broken, 'because'), /Plain shaders give wrong results here/);
    assert.ok(!(await broken.locator('#wgsl').textContent()).includes('_fast'));
    assert.match(await textOf(broken, 'wrong'), /operand 1[^]*the GPU[^]*right/);
    assert.ok((await broken.locator('#wrong mark').count()) >= 2);
    await accessible(broken);
    await broken.context().close();
  });

  test('a device that is lost is told', async () => {
    const lost = await open(browser, { fragment: fragment('lose:plain, fma') });
    await ended(lost);
    assert.match(await textOf(lost, 'faults'), /The device was lost/);
    assert.match((await rowsOf(lost, 'lowerings'))[1][4], /lost/);
    assert.equal(await lost.locator('#intervals tbody tr').count() > 0, true);
    assert.deepEqual(lost.errors, []);
    await lost.context().close();
  });

  test('it can be cancelled by the keyboard, and begun again', async () => {
    const tab = await open(browser);
    await tab.locator('#lowerings tbody tr').first().waitFor();
    await tab.locator('#cancel').focus();
    await tab.keyboard.press('Enter');
    assert.equal(await textOf(tab, 'status'), 'Cancelled.');
    await tab.locator('#again').focus();
    await tab.keyboard.press('Enter');
    await tab.locator('#cancel').waitFor();
    await tab.context().close();
  });
});

describe('without a GPU', { skip, timeout: 300_000 }, () => {
  let browser;
  before(async () => { browser = await launch({ webgpu: false }); });
  after(() => browser?.close());

  test('it helps, and examines the processor', async () => {
    const tab = await open(browser);
    await ended(tab);
    assert.match(await textOf(tab, 'verdict'), /no WebGPU|offers no GPU/);
    const modes = await tab.locator('#intervals thead th').allInnerTexts();
    assert.deepEqual(modes, ['operation', 'processor: compiled loop, f32', 'processor: compiled loop, f64']);
    assert.deepEqual(tab.errors, []);
    await accessible(tab);
    await tab.context().close();
  });

  test('a browser that cannot unpack the module is told why', async () => {
    const tab = await open(browser, { without: 'DecompressionStream' });
    await tab.waitForFunction(() => document.getElementById('status').textContent !== 'Loading.');
    assert.equal(await textOf(tab, 'status'), 'The page does not work in this browser: it has no DecompressionStream, which browsers have since 2023.');
    assert.equal(await tab.locator('#progress').isVisible(), false);
    assert.deepEqual(tab.errors, []);
    await tab.context().close();
  });

  test('a browser without WebGPU is told which have it', async () => {
    const tab = await open(browser, { fragment: fragment('absent') });
    await ended(tab);
    assert.match(await textOf(tab, 'verdict'), /has no WebGPU/);
    assert.match(await textOf(tab, 'because'), /Chrome and Edge/);
    assert.equal(await tab.locator('#zoom-section').isVisible(), false);
    await tab.context().close();
  });
});
