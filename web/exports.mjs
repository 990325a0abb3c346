// Leaves in a WebAssembly module only the exports that are asked for, and nothing beside code, data and names of functions, so
// that an optimiser can drop the rest: crates that the judge never calls export and add descriptions of themselves.

/** The module with these exports alone; of custom sections it keeps the names. */
export function withExports(bytes, kept) {
  const sections = [bytes.subarray(0, 8)];
  for (let place = 8; place < bytes.length; ) {
    const id = bytes[place];
    const [length, begin] = unsigned(bytes, place + 1);
    const end = begin + length;
    if (id === EXPORTS) sections.push(exportsOf(bytes.subarray(begin, end), kept));
    else if (id !== CUSTOM || nameAt(bytes, begin)[0] === 'name') sections.push(bytes.subarray(place, end));
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
    const [name, kind] = nameAt(section, place);
    const [, end] = unsigned(section, kind + 1);
    if (kept.includes(name)) entries.push(section.subarray(place, end));
    place = end;
  }
  const body = Buffer.concat([leb(entries.length), ...entries]);
  return Buffer.concat([Buffer.of(EXPORTS), leb(body.length), body]);
}

/** A name, and where it ends. */
function nameAt(bytes, place) {
  const [length, begin] = unsigned(bytes, place);
  return [Buffer.from(bytes.subarray(begin, begin + length)).toString(), begin + length];
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
