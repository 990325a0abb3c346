// An arithmetic code: bits narrow an interval of numbers, the less the better they were predicted, and a number in it stands for
// all of them.

/** What narrows it bit by bit; `choose` says which part is taken, `settled` is told of bytes that all numbers left begin with. */
function narrowing(choose, settled) {
  const ends = Uint32Array.of(0, 2 ** 32 - 1);
  return (one, probability) => {
    const low = ends[0];
    const high = ends[1];
    const middle = low + Math.floor((high - low) / 65536) * probability;
    const chosen = choose(one, middle);
    if (chosen) ends[1] = middle;
    else ends[0] = middle + 1;
    while ((ends[0] ^ ends[1]) >>> 24 === 0) {
      settled(ends[1] >>> 24);
      ends[0] <<= 8;
      ends[1] = (ends[1] << 8) | 255;
    }
    return chosen;
  };
}

/** Codes bits, whose probability of being one is given in 2^-16, into `bytes`; they are all there 32 bits later. */
export const encoder = (bytes) => narrowing((one) => one, (byte) => bytes.push(byte));

/** Gives bits that were coded, by the same probabilities. */
export function decoder(bytes) {
  const number = new Uint32Array(1);
  let place = 0;
  const next = () => { number[0] = (number[0] << 8) | bytes[place++]; };
  for (let i = 0; i < 4; i++) next();
  return narrowing((_, middle) => (number[0] <= middle ? 1 : 0), next);
}
