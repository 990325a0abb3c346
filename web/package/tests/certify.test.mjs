// The certificate of a device, in two engines: the lowering that it names is exact, and faults are found.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { certifyWith } from '../src/certify.js';
import { certify, lowerings } from '../src/webgpu.js';
import { Gpu } from '../dist/judge/gpu.js';
import { browse, dawn, withoutChromium } from './engines.js';

/** A wrong bit in what `plain` computes, and nothing else. */
const faulty = (device) =>
  new Gpu(device, {
    corrupt(run, bytes) {
      if (run.lowering.startsWith('plain')) bytes[0] ^= 1;
      return bytes;
    },
  });

/** A device whose division is imprecise. */
class Imprecise extends Gpu {
  compile({ text, ...program }) {
    const quotient = /(let \w+ = (?:hold\()?)([\w.]+ \/ [\w.]+)/g;
    return super.compile({ ...program, text: text.replace(quotient, '$1($2) * 1.000002') });
  }
}

describe('Dawn for Node', async () => {
  const device = await dawn();
  const skip = !device;

  test('an exact lowering is named, and its library', { skip }, async () => {
    const told = [];
    const certificate = await certify(device, { progress: (done, total) => told.push(done / total) });
    const { lowering, verdicts } = certificate;
    assert(lowerings.includes(lowering));
    assert(verdicts.find((verdict) => verdict.lowering === lowering).exact);
    assert(told.length > 3 && told.every((part, i) => part <= 1 && (i === 0 || part >= told[i - 1])));
    const { code } = await certificate.library({ functions: ['ff_add'] });
    const { messages } = await device.createShaderModule({ code }).getCompilationInfo();
    assert.deepEqual(messages.map(({ message }) => message), []);
  });

  test('fast quotients and roots are measured', { skip }, async () => {
    const { fast } = await certify(device);
    assert.equal(fast.holds, true);
    const { quotient, squareRoot } = fast.errors;
    assert(quotient > 0 && quotient <= 70 && squareRoot > 0 && squareRoot <= 142, JSON.stringify(fast));
  });

  test('a division that is 34 ulps off is corrected, but no longer fast', { skip }, async () => {
    const { lowering, fast } = await certifyWith(new Imprecise(device));
    assert(lowering !== null && lowering !== 'integers');
    assert(!fast.holds && fast.errors.quotient > 70, JSON.stringify(fast));
  });

  test('a wrong bit is found', { skip }, async () => {
    const { lowering, verdicts } = await certifyWith(faulty(device));
    assert(lowering !== null && !lowering.startsWith('plain'));
    const plain = verdicts.filter((verdict) => verdict.lowering.startsWith('plain'));
    assert(plain.length > 0 && plain.every(({ exact, reasons }) => !exact && reasons.length > 0), JSON.stringify(plain));
  });

  test('it ends when told to', { skip }, async () => {
    const controller = new AbortController();
    const progress = (done) => done > 0 && controller.abort(new Error('enough'));
    await assert.rejects(certify(device, { progress, signal: controller.signal }), /enough/);
  });

  after(() => device?.destroy());
});

describe('Chromium', { skip: withoutChromium }, () => {
  let browser;
  before(async () => {
    browser = await browse('/tests/page.html');
  });

  test('the same module runs in a page', async () => {
    const { lowering, verdicts, reads } = await browser.page.evaluate(async () => {
      const { certify } = await import('../src/webgpu.js');
      const device = await (await navigator.gpu.requestAdapter()).requestDevice();
      const certificate = await certify(device);
      const { code } = await certificate.library({ functions: ['ff_mul'] });
      return { ...certificate, library: null, reads: code.includes('fn ff_mul(') };
    });
    assert(lowerings.includes(lowering) && reads);
    assert(verdicts.find((verdict) => verdict.lowering === lowering).exact);
    assert.deepEqual(browser.complaints, []);
  });

  after(() => browser?.close());
});
