// Leaves in a WebAssembly module only the exports that are asked for, and nothing beside code and data, so that an optimiser
// can drop the rest: crates that the judge never calls export and add descriptions of themselves.

/** The module with these exports alone, and without custom sections. */
export function withExports(bytes, kept) {
  const sections = [bytes.subarray(0, 8)];
  for (let place = 8; place < bytes.length; ) {
    const id = bytes[place];
    const [length, begin] = unsigned(bytes, place + 1);
    const end = begin + length;
    if (id === EXPORTS) sections.push(exportsOf(bytes.subarray(begin, end), kept));
    else if (id !== CUSTOM) sections.push(bytes.subarray(place, end));
    place = end;
  }
  return Buffer.concat(sections);
}

const CUSTOM = 0;
const EXPORTS = 7;

/** The section of exports with those that are kept. */
function exportsOf(section, kept) {
  const entries = [];
  let [count, place] = unsigned(section, 0);
  for (; count > 0; count--) {
    const [length, begin] = unsigned(section, place);
    const name = Buffer.from(section.subarray(begin, begin + length)).toString();
    const [, end] = unsigned(section, begin + length + 1);
    if (kept.includes(name)) entries.push(section.subarray(place, end));
    place = end;
  }
  const body = Buffer.concat([leb(entries.length), ...entries]);
  return Buffer.concat([Buffer.of(EXPORTS), leb(body.length), body]);
}

/** A number of variable length, and where it ends. */
function unsigned(bytes, place) {
  let value = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = bytes[place++];
    value += (byte & 127) * shift;
    if (byte < 128) return [value, place];
  }
}

function leb(value) {
  const bytes = [];
  do {
    const rest = Math.floor(value / 128);
    bytes.push((value % 128) + (rest > 0 ? 128 : 0));
    value = rest;
  } while (value > 0);
  return Buffer.from(bytes);
}
