// The example: where f32 falls apart, ff does not.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { POINT } from '../examples/mandelbrot/mandelbrot.js';
import { browse, withoutChromium } from './engines.js';

const VIEW = { step: 2 ** -28, width: 48, height: 48, limit: 1600 };

/** The steps of every pixel, in numbers of JavaScript. */
function expected({ step, width, height, limit }) {
  return Array.from({ length: width * height }, (_, i) => {
    const cx = POINT[0] + ((i % width) - width / 2) * step;
    const cy = POINT[1] - (Math.floor(i / width) - height / 2) * step;
    let [x, y] = [0, 0];
    for (let n = 0; n < limit; n++) {
      if (x * x + y * y > 4) return n;
      [x, y] = [x * x - y * y + cx, 2 * x * y + cy];
    }
    return limit;
  });
}

describe('Mandelbrot set', { skip: withoutChromium }, () => {
  let browser;
  before(async () => {
    browser = await browse('/examples/mandelbrot/');
  });

  const steps = (kind) =>
    browser.page.evaluate(
      async ([kind, view]) => {
        const { FUNCTIONS, Mandelbrot } = await import('./mandelbrot.js');
        const { library } = await import('../../src/webgpu.js');
        const device = await (await navigator.gpu.requestAdapter()).requestDevice();
        const written = kind === 'ff' ? await library({ functions: FUNCTIONS, zero: { group: 1, binding: 0 } }) : undefined;
        return Array.from(await (await Mandelbrot.create(device, kind, written)).steps(view));
      },
      [kind, VIEW],
    );

  test('ff is right where f32 is not', async () => {
    const truth = expected(VIEW);
    // Pixels of the set itself are black in any arithmetic.
    const places = truth.flatMap((count, i) => (count < VIEW.limit ? [i] : []));
    const agree = (found) => places.filter((i) => found[i] === truth[i]).length / places.length;
    assert(new Set(truth).size > 20 && places.length > 200, 'there is something to see');
    const [f32, ff] = [await steps('f32'), await steps('ff')];
    assert(agree(ff) > 0.9, `ff: ${agree(ff)}`);
    assert(agree(f32) < 0.5, `f32: ${agree(f32)}`);
    assert(new Set(f32).size * 2 < new Set(ff).size, 'f32 shows as much');
  });

  test('the page shows both', async () => {
    const { page, complaints } = browser;
    page.setDefaultTimeout(120_000);
    await page.locator('#status', { hasText: 'apart' }).waitFor();
    await page.locator('#zoom').fill('24');
    await page.locator('#status', { hasText: '2^-30' }).waitFor();
    const colours = await page.evaluate(() =>
      ['f32', 'ff'].map((id) => {
        const canvas = document.getElementById(id);
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size;
      }),
    );
    assert(colours[0] > 0 && colours[1] > 2 * colours[0], colours.join(', '));
    assert.deepEqual(complaints, []);
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true });
  });

  after(() => browser?.close());
});
