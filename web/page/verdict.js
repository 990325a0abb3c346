// What was found, in one sentence.

/** The arithmetic that is exact: its name, after "with ", and how it is written. */
function arithmetic({ protection, fused }) {
  if (protection === 'integers') return ['arithmetic made of integers', 'Every operation is made of operations on 32-bit integers.'];
  const [name, how] = protection === 'plain'
    ? ['plain arithmetic', 'Plain operators give the exact bits.']
    : ['protected arithmetic', 'Every result is combined with a zero that the compiler cannot know.'];
  return fused ? [name, how] : [`${name}, without fma`, `${how} The function fma is not used.`];
}

/** `{sentence, because, good}` of a result. */
export function verdict({ device, lowerings, best, faults = [] }, noGpu) {
  if (noGpu) return { sentence: headlineWithout(noGpu), because: adviceWithout(noGpu), good: null };
  const name = device.name;
  const plain = lowerings.find(({ lowering }) => lowering.protection === 'plain' && lowering.fused);
  const plainFails = plain && !plain.exact;
  if (!best) {
    const lost = faults.some((fault) => fault.startsWith('The device was lost'));
    const because = lost
      ? 'The device was lost during the examination. Examine again, or restart the browser.'
      : 'Every way to write it gives wrong bits. The wrong results are below; do not rely on float-float arithmetic here.';
    const sentence = lost ? `${name} was lost before the examination ended.` : `Float-float does not work on this GPU (${name}).`;
    return { sentence, because, good: false };
  }
  const exact = best.exact.lowering;
  const [manner, how] = arithmetic(exact);
  const sentence = `Float-float works on this GPU (${name}), with ${manner}.`;
  const parts = [how];
  if (device.software) parts.push('This is software that stands in for a GPU: the browser uses no real one here.');
  if (plainFails) parts.push('Plain shaders give wrong results here.');
  if (exact.division === 'corrected' || exact.root === 'corrected') {
    const what = [exact.division === 'corrected' && 'Division', exact.root === 'corrected' && 'square root'];
    const named = what.filter(Boolean).join(' and ');
    const capital = named[0].toUpperCase() + named.slice(1);
    parts.push(`${capital} of the GPU ${what.every(Boolean) ? 'are' : 'is'} not correctly rounded; a correction is part of the WGSL.`);
  }
  const { compared, subnormals } = best.certificate;
  parts.push(`${compared.toLocaleString('en')} results were compared, bit for bit.`);
  if (subnormals && subnormals !== 'kept') parts.push('Subnormal numbers are flushed to zero: results near 1e-38 were not compared.');
  if (!best.certificate.special_values) parts.push('Infinities and NaN are wrong.');
  return { sentence, because: parts.join(' '), good: true };
}

function headlineWithout({ kind }) {
  return {
    absent: 'This browser has no WebGPU, so its GPU cannot be examined.',
    'no-adapter': 'This browser has WebGPU, but offers no GPU.',
    refused: 'The GPU refused to be opened.',
  }[kind];
}

function adviceWithout({ kind, message }) {
  return {
    absent: 'Chrome and Edge 113, Safari 26 and Firefox 141 have it, in some systems later; from a web server it needs https. Below is how the processor rounds.',
    'no-adapter': 'It may be switched off in the settings (hardware acceleration), be on a list of drivers that the browser avoids, or need a flag (chrome://gpu and about:support tell). Below is how the processor rounds.',
    refused: `The browser said: ${message}. Below is how the processor rounds.`,
  }[kind];
}
