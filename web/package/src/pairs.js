// Numbers of JavaScript as pairs of f32, and back.

export function pack(numbers) {
  const pairs = new Float32Array(2 * numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const high = Math.fround(numbers[i]);
    pairs[2 * i] = high;
    // Infinities, NaN and zeros have no low word.
    if (high === 0 || !Number.isFinite(high)) continue;
    const low = Math.fround(numbers[i] - high);
    // The low word may have been rounded to half an ulp of the high one.
    const sum = Math.fround(high + low);
    pairs[2 * i] = sum;
    if (Number.isFinite(sum)) pairs[2 * i + 1] = low - Math.fround(sum - high);
  }
  return pairs;
}

export function unpack(pairs) {
  if (pairs.length % 2 !== 0) throw new RangeError(`${pairs.length} words are not pairs`);
  const numbers = new Float64Array(pairs.length / 2);
  for (let i = 0; i < numbers.length; i++) {
    const [high, low] = [pairs[2 * i], pairs[2 * i + 1]];
    // -0 and a low word of +0 are -0.
    numbers[i] = low === 0 ? high : high + low;
  }
  return numbers;
}
