// Words of a machine, for people.

/** The numbers of `0x1.8p+3 + 0x1p-30`. */
export function numbers(text) {
  return text.split(' + ').map(number);
}

function number(text) {
  const parts = /^(-?)0x([0-9a-f]+)(?:\.([0-9a-f]*))?p([+-]?\d+)$/i.exec(text);
  if (!parts) return Number({ inf: 'Infinity', '-inf': '-Infinity' }[text] ?? text);
  const [, sign, whole, fraction = '', exponent] = parts;
  const digits = parseInt(whole + fraction, 16);
  const value = digits * 2 ** (-4 * fraction.length) * 2 ** Number(exponent);
  return sign ? -value : value;
}

/** The bits of an `f32`: sign, exponent, significand. */
export function bitsOf(value) {
  const [word] = new Uint32Array(Float32Array.of(value).buffer);
  return word.toString(2).padStart(32, '0');
}

/** Sign, exponent and significand of bits, those marked that differ from others. */
export function markedBits(bits, others, mark) {
  const pieces = [];
  for (const [from, to] of [[0, 1], [1, 9], [9, 32]]) {
    if (from > 0) pieces.push(' ');
    for (let place = from; place < to; ) {
      const differs = bits[place] !== others[place];
      let end = place + 1;
      while (end < to && (bits[end] !== others[end]) === differs) end++;
      const run = bits.slice(place, end);
      pieces.push(differs ? mark(run) : run);
      place = end;
    }
  }
  return pieces;
}
