// Two pictures of the same place, one in f32, one in float-float.

import { certify } from '../../src/webgpu.js';
import { FUNCTIONS, Mandelbrot, draw } from './mandelbrot.js';

const by = (id) => document.getElementById(id);
const say = (text) => (by('status').textContent = text);

/** Pixels are 2^-6 apart without magnification. */
const STEP = 2 ** -6;

async function start() {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return say('This browser has no WebGPU, or no device for it.');
  const device = await adapter.requestDevice();
  device.lost.then(({ message }) => say(`The device is lost: ${message}`));
  const progress = (done, total) => say(`How arithmetic is exact on this device: ${Math.round((100 * done) / total)} %`);
  const { lowering, library } = await certify(device, { progress });
  if (lowering === null || lowering === 'integers') return say('On this device float-floats need integers, which this example does not use.');
  const written = await library({ functions: FUNCTIONS, zero: { group: 1, binding: 0 } });
  const pictures = [
    [by('f32'), await Mandelbrot.create(device, 'f32')],
    [by('ff'), await Mandelbrot.create(device, 'ff', written)],
  ];
  let drawing = Promise.resolve();
  const show = () => {
    const power = Number(by('zoom').value);
    by('power').textContent = power;
    drawing = drawing.then(async () => {
      if (power !== Number(by('zoom').value)) return;
      const limit = 200 + 100 * power;
      for (const [canvas, mandelbrot] of pictures) {
        const { width, height } = canvas;
        draw(canvas, await mandelbrot.steps({ step: STEP * 2 ** -power, width, height, limit }), limit);
      }
      say(`Pixels are 2^-${6 + power} apart; the numbers of f32 about this point are 2^-24 apart. Written: ${lowering}.`);
    });
    return drawing;
  };
  by('zoom').addEventListener('input', show);
  by('play').addEventListener('click', async () => {
    for (let power = 0; power <= by('zoom').max; power++) {
      by('zoom').value = power;
      await show();
    }
  });
  await show();
}

start().catch((error) => say(`Failed: ${error.message}`));
