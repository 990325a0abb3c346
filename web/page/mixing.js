// Bits predicted by context mixing, as lpaq does it (M. Mahoney, "Adaptive Weighing of Context Models for Lossless Data
// Compression", 2005): each of a byte's contexts tells how often a bit was one after it, and a mixture of what they tell is the
// prediction. Weights and counts learn from every bit, so that who decodes predicts the same. Therefore there is only
// arithmetic that has the same bits in every browser: no function of `Math` that rounds.

/** Kinds of bytes, each with weights of its own, and the choices of further ones. */
const [KINDS, CHOICES] = [12, 256];

/** What a context has seen: for four bits 16 slots, of which the first says whose they are. */
const SLOTS = 2 ** 19;
/** A slot has a probability, of 12 bits, and how many bits it has seen, up to 15; the more, the slower it changes. */
const [SURE, MANY] = [4095, 15];
const UNSEEN = 2048 << 4;
const RATES = Int32Array.from({ length: MANY + 1 }, (_, seen) => 8192 / (seen + 1.3));

/** How fast weights change, and what they are at first. */
const [LEARNING, WEIGHT] = [0.02, 0.3];

/** Logarithms of odds go up to 12, in steps of 1/128; `PROBABILITIES` begin with odds of exp(-12) and go on by exp(1/128). */
const [MOST, STEPS] = [12, 128];
const PROBABILITIES = new Float64Array(2 * MOST * STEPS + 1);
for (let i = 0, odds = 6.14421235332821e-6; i < PROBABILITIES.length; i++, odds *= 1.007843097206448) {
  PROBABILITIES[i] = odds / (1 + odds);
}
const probabilityOf = (logarithm) => PROBABILITIES[((Math.max(-MOST, Math.min(MOST, logarithm)) + MOST) * STEPS + 0.5) | 0];
/** Logarithms of odds by probabilities of 12 bits. */
const LOGARITHMS = new Float64Array(SURE + 1);
for (let i = 0, probability = 0; probability <= SURE; probability++) {
  while (PROBABILITIES[i] * (SURE + 1) < probability + 0.5) i++;
  LOGARITHMS[probability] = i / STEPS - MOST;
}

/** So many bytes are sought among those before; of a match so many count. */
const [SOUGHT, LONGEST] = [5, 31];

const hashed = (hash, value) => {
  const mixed = Math.imul(hash ^ Math.imul(value, 0x85ebca6b), 0x9e3779b1) + 0x7f4a7c15;
  return mixed ^ (mixed >>> 15);
};

/** A context of these integers. */
export const context = (...values) => values.reduce(hashed, 0);

/** What followed the last time that the bytes before were the same; `length` is how many there will be. */
function matches(length) {
  const past = new Uint8Array(length);
  const lastPlace = new Int32Array(2 ** 18);
  /** How likely it is to follow again, by how many bytes matched, in 2^-16. */
  const likely = new Int32Array(LONGEST + 1).fill(49152);
  let [end, place, matched] = [0, 0, 0];
  return {
    /** The byte, with a bit before it; zero if there is none. */
    expected: () => (matched > 0 ? past[place] | 256 : 0),
    logarithm: () => LOGARITHMS[likely[matched] >> 4],
    learn(right) { likely[matched] += ((right ? 65535 : 0) - likely[matched]) >> 6; },
    put(byte) {
      past[end++] = byte;
      matched = matched > 0 && past[place++] === byte ? Math.min(matched + 1, LONGEST) : 0;
      if (end < SOUGHT) return;
      let hash = 0;
      for (let i = 1; i <= SOUGHT; i++) hash = hashed(hash, past[end - i]);
      hash >>>= 14;
      if (matched === 0) {
        place = lastPlace[hash];
        while (matched < LONGEST && matched < place && past[end - 1 - matched] === past[place - 1 - matched]) matched++;
      }
      lastPlace[hash] = end;
    },
  };
}

/**
 * A function that codes a byte by `bit`, an encoder or a decoder, and gives it. A byte has a kind, `count` contexts, and a
 * further choice of weights; there will be `length` bytes at most.
 */
export function mixer(bit, count, length) {
  const slots = new Uint16Array(count * SLOTS).fill(UNSEEN);
  const places = new Int32Array(count);
  const match = matches(length);
  // Logarithms of odds: those that contexts tell, and the match's.
  const told = new Float64Array(count + 1);
  const weights = new Float64Array((KINDS + CHOICES / 256) * 256 * told.length).fill(WEIGHT);

  /** Finds the slots of four bits, after those of the byte in `node`. */
  const find = (contexts, node) => {
    for (let i = 0; i < count; i++) {
      const hash = hashed(contexts[i], node);
      const place = i * SLOTS + (hash >>> 17) * 16;
      places[i] = place;
      if (slots[place] === (hash & 65535)) continue;
      slots[place] = hash;
      for (let slot = place + 1; slot < place + 16; slot++) slots[slot] = UNSEEN;
    }
  };

  return (kind, byte, contexts, choice) => {
    const expected = match.expected();
    const second = (KINDS * 256 + choice) * told.length;
    // The bits so far, after a one: of the byte, and of its half.
    let node = 1;
    let half = 1;
    for (let left = 7; left >= 0; left--) {
      if (left === 7 || left === 3) {
        find(contexts, node);
        half = 1;
      }
      const matching = expected >> (left + 1) === node;
      const same = (expected >> left) & 1;
      for (let i = 0; i < count; i++) told[i] = LOGARITHMS[slots[places[i] + half] >>> 4];
      told[count] = matching ? (same ? match.logarithm() : -match.logarithm()) : 0;

      const first = (kind * 256 + node) * told.length;
      let [a, b] = [0, 0];
      for (let i = 0; i <= count; i++) {
        a += weights[first + i] * told[i];
        b += weights[second + i] * told[i];
      }
      const probability = (probabilityOf((a + b) / 2) * 65536) | 0;
      const one = bit((byte >> left) & 1, Math.max(1, Math.min(65535, probability)));

      const wrongA = (one - probabilityOf(a)) * LEARNING;
      const wrongB = (one - probabilityOf(b)) * LEARNING;
      for (let i = 0; i <= count; i++) {
        weights[first + i] += wrongA * told[i];
        weights[second + i] += wrongB * told[i];
      }
      for (let i = 0; i < count; i++) {
        const slot = slots[places[i] + half];
        const seen = slot & MANY;
        const before = slot >>> 4;
        const after = before + (((one * SURE - before) * RATES[seen]) >> 13);
        slots[places[i] + half] = (after << 4) | Math.min(seen + 1, MANY);
      }
      if (matching) match.learn(same === one);
      node = (node << 1) | one;
      half = (half << 1) | one;
    }
    match.put(node & 255);
    return node & 255;
  };
}
