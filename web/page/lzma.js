// LZMA, decoded as its specification says: a quarter less than what the decompression of all browsers takes.

/** What length and distance of a match are read with, each where in `LENGTH` models. */
const [LOW, MIDDLE, HIGH, LENGTH] = [2, 130, 258, 514];

/** The bytes in a file `.lzma` whose header says how many they are. */
export function fromLzma(bytes) {
  const [lc, lp, pb] = [bytes[0] % 9, Math.floor(bytes[0] / 9) % 5, Math.floor(bytes[0] / 45)];
  const out = new Uint8Array(new DataView(bytes.buffer, bytes.byteOffset).getUint32(5, true));
  // After the header a byte that is zero, and four of the range coder's.
  let place = 14;
  let range = 2 ** 32 - 1;
  let code = 0;
  const next = () => { code = ((code << 8) | bytes[place++]) >>> 0; };
  for (let i = 0; i < 4; i++) next();

  const models = (count) => new Uint16Array(count).fill(1024);
  const bit = (model, at) => {
    const bound = (range >>> 11) * model[at];
    const found = code < bound ? 0 : 1;
    if (found) {
      range -= bound;
      code -= bound;
      model[at] -= model[at] >>> 5;
    } else {
      range = bound;
      model[at] += (2048 - model[at]) >>> 5;
    }
    if (range < 2 ** 24) {
      range = (range << 8) >>> 0;
      next();
    }
    return found;
  };
  const tree = (model, base, bits) => {
    let found = 1;
    for (let i = 0; i < bits; i++) found = (found << 1) | bit(model, base + found);
    return found - (1 << bits);
  };
  const reverse = (model, base, bits) => {
    let [found, path] = [0, 1];
    for (let i = 0; i < bits; i++) {
      const one = bit(model, base + path);
      path = (path << 1) | one;
      found |= one << i;
    }
    return found;
  };
  const direct = (bits) => {
    let found = 0;
    for (let i = 0; i < bits; i++) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code -= range;
      if (range < 2 ** 24) {
        range = (range << 8) >>> 0;
        next();
      }
      found = (found << 1) | one;
    }
    return found;
  };

  const literals = models(0x300 << (lc + lp));
  const [isMatch, isLong] = [models(12 << 4), models(12 << 4)];
  const [isRepeated, isOther, isThird, isFourth] = [models(12), models(12), models(12), models(12)];
  const [matchLength, repeatedLength] = [models(LENGTH), models(LENGTH)];
  const [slots, distances, align] = [models(4 << 6), models(128), models(16)];
  const lengthBy = (model, position) => {
    if (!bit(model, 0)) return tree(model, LOW + (position << 3), 3);
    if (!bit(model, 1)) return 8 + tree(model, MIDDLE + (position << 3), 3);
    return 16 + tree(model, HIGH, 8);
  };
  const distanceBy = (length) => {
    const slot = tree(slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return high + reverse(distances, high - slot, bits);
    return high + direct(bits - 4) * 16 + reverse(align, 0, 4);
  };

  let state = 0;
  let last = [0, 0, 0, 0];
  for (let at = 0; at < out.length; ) {
    const position = at & ((1 << pb) - 1);
    if (!bit(isMatch, (state << 4) + position)) {
      const before = at > 0 ? out[at - 1] : 0;
      const base = 0x300 * (((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let found = 1;
      // After a match, the byte that did not match tells something.
      for (let other = state < 7 ? -1 : out[at - last[0] - 1]; found < 256; ) {
        if (other < 0) {
          found = (found << 1) | bit(literals, base + found);
          continue;
        }
        const expected = (other >> 7) & 1;
        other = (other << 1) & 255;
        const one = bit(literals, base + ((1 + expected) << 8) + found);
        found = (found << 1) | one;
        if (one !== expected) other = -1;
      }
      out[at++] = found;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length;
    if (!bit(isRepeated, state)) {
      length = lengthBy(matchLength, position);
      last = [distanceBy(length), ...last.slice(0, 3)];
      state = state < 7 ? 7 : 10;
    } else {
      let which = 0;
      if (bit(isOther, state)) which = bit(isThird, state) ? 2 + bit(isFourth, state) : 1;
      else if (!bit(isLong, (state << 4) + position)) which = -1;
      if (which > 0) last.unshift(...last.splice(which, 1));
      length = which < 0 ? -1 : lengthBy(repeatedLength, position);
      state = which < 0 ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    for (let i = 0; i < length + 2; i++, at++) out[at] = out[at - last[0] - 1];
  }
  return out;
}
