// The Mandelbrot set on this GPU, in f32 and in float-float side by side; and whether it is the processor's.

import { FUNCTIONS, Mandelbrot, POINT, draw } from '../package/examples/mandelbrot/mandelbrot.js';
import { pack } from '../package/src/pairs.js';
import { byId } from './dom.js';

/** Pixels are this far apart without magnification. */
const WHOLE = 2 ** -6;

/** Every so manieth pixel, across and down, is compared with the processor's. */
const SPARSE = 16;

/** What draws; null where float-floats are not made of floats here. */
let pictures = null;
let drawing = Promise.resolve();

const tell = (text) => { byId('zoom-status').textContent = text; };

/** Shows the section where this device computes float-floats, and draws. `judge` has what the processor computes. */
export async function offerZoom(judge, best, wgsl) {
  pictures = null;
  const lowering = best?.exact.lowering;
  const possible = Boolean(wgsl && lowering && lowering.protection !== 'integers' && navigator.gpu);
  byId('zoom-section').hidden = !possible;
  if (!possible) return;
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  const device = await adapter.requestDevice();
  device.lost.then(({ message }) => { pictures = null; tell(`The device was lost: ${message}`); });
  const library = { code: wgsl.text, zero: wgsl.readsZero };
  pictures = {
    judge,
    fused: lowering.fused,
    f32: await Mandelbrot.create(device, 'f32'),
    ff: await Mandelbrot.create(device, 'ff', library),
  };
  await showZoom();
}

/** Draws what the slider says, when what is drawn already is done. */
export function showZoom() {
  const power = Number(byId('zoom').value);
  byId('zoom-power').textContent = `2^${power}`;
  byId('zoom').setAttribute('aria-valuetext', `2 to the power of ${power}`);
  drawing = drawing.then(() => picture(power)).catch((error) => tell(`It cannot be drawn: ${error.message}`));
  return drawing;
}

/** From the whole set to the greatest magnification. */
export async function playZoom() {
  const slider = byId('zoom');
  for (let power = 0; power <= Number(slider.max) && pictures; power += 2) {
    slider.value = power;
    await showZoom();
  }
}

async function picture(power) {
  if (!pictures || power !== Number(byId('zoom').value)) return;
  const { judge, fused } = pictures;
  const { width, height } = byId('zoom-ff');
  const view = { step: WHOLE * 2 ** -power, width, height, limit: 200 + 50 * power };
  const found = {};
  for (const kind of ['f32', 'ff']) {
    found[kind] = await pictures[kind].steps(view);
    draw(byId(`zoom-${kind}`), found[kind], view.limit);
  }
  const right = await rightSteps(judge, fused, view);
  for (const [kind, name] of [['f32', 'f32'], ['ff', 'float-float']]) {
    const shades = new Set(found[kind]).size;
    const same = right.filter(({ at, steps }) => found[kind][at] === steps).length;
    const text = `${name}: ${shades} ${shades === 1 ? 'shade' : 'shades'}; of ${right.length} pixels ${same} are what the processor computes in float-float`;
    byId(`zoom-${kind}-about`).textContent = `${text}.`;
    byId(`zoom-${kind}`).setAttribute('aria-label', `Mandelbrot set magnified 2^${power} times in ${text}.`);
  }
  tell(`Pixels are 2^−${6 + power} apart; numbers of f32 near here are 2^−24 apart.`);
}

/** Some pixels with their steps, by the processor. */
async function rightSteps(judge, fused, { step, width, height, limit }) {
  const some = [];
  for (let y = SPARSE / 2; y < height; y += SPARSE) {
    for (let x = SPARSE / 2; x < width; x += SPARSE) some.push([x, y]);
  }
  const pixels = some.flatMap(([x, y]) => [x - width / 2, height / 2 - y]);
  const steps = await judge.ask({ task: 'mandelbrot', center: [...pack(POINT)], step, limit, fused, pixels });
  return some.map(([x, y], place) => ({ at: y * width + x, steps: steps[place] }));
}
