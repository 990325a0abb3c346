// The code of a WebAssembly module, taken apart into streams and put together again: instructions, the variables that they
// name, constants and so on are compressed better each by itself.

/** The streams: all beside code, instructions, declarations of variables, and what follows instructions. */
const [REST, CODE, DECLARED, VARIABLE, OFFSET, INTEGER, LONG, BLOCK, BRANCH, OTHER] = Array(10).keys();
export const STREAMS = 10;

/** For ranges of instructions, up to one and with it, the streams of the numbers that follow it. */
const FOLLOWING = [
  [0x01, []],
  // Blocks and branches.
  [0x04, [BLOCK]], [0x0b, []], [0x0d, [BRANCH]], [0x0f, []],
  // Calls, direct and indirect.
  [0x10, [CODE]], [0x11, [OTHER, OTHER]], [0x1f, []],
  [0x22, [VARIABLE]], [0x24, [OTHER]], [0x27, []],
  // Memory.
  [0x3e, [CODE, OFFSET]], [0x40, [OTHER]],
  [0x41, [INTEGER]], [0x42, [LONG]], [0xff, []],
];
const [TABLE, SINGLE, DOUBLE, FURTHER] = [0x0e, 0x43, 0x44, 0xfc];
const [FIRST_BLOCK, LAST_BLOCK, END] = [0x02, 0x04, 0x0b];

/** A section of code. */
const SECTION = 10;

/** Bytes and how far they are read or written. */
const tape = (bytes) => ({ bytes, place: 0 });
const written = ({ bytes, place }) => bytes.subarray(0, place);

/** The streams of a module. */
export function taken(module) {
  const source = tape(module);
  const streams = Array.from({ length: STREAMS }, () => tape(new Uint8Array(module.length)));
  transfer(() => source, (stream) => streams[stream], (body, number) => {
    // How long it is, its end says, too.
    number(source, tape([]));
    body();
  });
  return streams.map(written);
}

/** The module of streams. */
export function together(streams) {
  const sources = streams.map(tape);
  // No body has more bytes of its length than of itself.
  const module = tape(new Uint8Array(2 * streams.reduce((sum, { length }) => sum + length, 0)));
  transfer((stream) => sources[stream], () => module, (body) => {
    const begin = module.place;
    body();
    const length = module.place - begin;
    const size = [];
    for (let rest = length; size.push((rest & 127) | (rest > 127 ? 128 : 0)), rest > 127; rest >>>= 7);
    module.bytes.copyWithin(begin + size.length, begin, module.place);
    module.bytes.set(size, begin);
    module.place += size.length;
  });
  return written(module);
}

/** Carries a module `from` tapes `to` tapes, which are asked for by stream; `sized` carries the body of a function. */
function transfer(from, to, sized) {
  const copy = (stream, count) => {
    const [source, sink] = [from(stream), to(stream)];
    for (; count > 0; count--) sink.bytes[sink.place++] = source.bytes[source.place++];
    return sink.bytes[sink.place - 1];
  };
  /** A number of variable length. */
  const between = (source, sink) => {
    for (let value = 0, shift = 1; ; shift *= 128) {
      const byte = source.bytes[source.place++];
      sink.bytes[sink.place++] = byte;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  const number = (stream) => between(from(stream), to(stream));
  const body = () => {
    for (let groups = number(DECLARED); groups > 0; groups--) {
      number(DECLARED);
      copy(DECLARED, 1);
    }
    for (let depth = 1; depth > 0; ) {
      const code = copy(CODE, 1);
      if (code >= FIRST_BLOCK && code <= LAST_BLOCK) depth++;
      if (code === END) depth--;
      for (const stream of FOLLOWING.find(([last]) => code <= last)[1]) number(stream);
      if (code === TABLE) for (let labels = number(BRANCH); labels >= 0; labels--) number(BRANCH);
      else if (code === SINGLE) copy(OTHER, 4);
      else if (code === DOUBLE) copy(OTHER, 8);
      else if (code === FURTHER) {
        // Conversions; then copying memory names two memories, filling it one.
        const further = number(CODE);
        if (further === 10) copy(OTHER, 2);
        else if (further === 11) copy(OTHER, 1);
        else if (further > 7) throw new Error(`instruction 0xfc ${further} is not known`);
      }
    }
  };
  const rest = from(REST);
  copy(REST, 8);
  while (rest.place < rest.bytes.length) {
    const section = copy(REST, 1);
    const length = number(REST);
    if (section !== SECTION) copy(REST, length);
    else for (let count = number(REST); count > 0; count--) sized(body, between);
  }
}
