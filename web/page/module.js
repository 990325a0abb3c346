// A WebAssembly module in few bytes: what an instruction, a variable or a constant may be, the instructions before it say.

import { decoder, encoder } from './arithmetic.js';
import { context, mixer } from './mixing.js';

/** Kinds of bytes: all beside code, instructions, declarations of variables, and what follows instructions. */
const [REST, CODE, DECLARED, VARIABLE, OFFSET, ALIGNMENT, INTEGER, LONG, BLOCK, BRANCH, CALL, OTHER] = Array(12).keys();
const KINDS = 12;

/** For ranges of instructions, up to one and with it, the kinds of the numbers that follow it. */
const FOLLOWING = [
  [0x01, []],
  // Blocks and branches.
  [0x04, [BLOCK]], [0x0b, []], [0x0d, [BRANCH]], [0x0f, []],
  // Calls, direct and indirect.
  [0x10, [CALL]], [0x11, [OTHER, OTHER]], [0x1f, []],
  [0x22, [VARIABLE]], [0x24, [OTHER]], [0x27, []],
  // Memory.
  [0x3e, [ALIGNMENT, OFFSET]], [0x40, [OTHER]],
  [0x41, [INTEGER]], [0x42, [LONG]], [0xff, []],
];
const [TABLE, SINGLE, DOUBLE, FURTHER] = [0x0e, 0x43, 0x44, 0xfc];
const [FIRST_BLOCK, LAST_BLOCK, END] = [0x02, 0x04, 0x0b];

/** A section of code. */
const SECTION = 10;

/** The bits of a module's length, none of which is likelier. */
const [LENGTH, HALF] = [32, 32768];

/** A module in few bytes. */
export function packed(module) {
  const bytes = [];
  const bit = encoder(bytes);
  for (let left = LENGTH - 1; left >= 0; left--) bit((module.length >>> left) & 1, HALF);
  const tape = { bytes: module, place: 0 };
  const sized = (body) => {
    // How long it is, its end says, too.
    while (tape.bytes[tape.place++] > 127);
    body();
  };
  for (const _ of walk(tape, bit, sized)) continue;
  // Settles the bits before.
  for (let i = 0; i < LENGTH; i++) bit(0, HALF);
  return Uint8Array.from(bytes);
}

/** Gives the module of these bytes in the end; until then it yields after every function, as it takes seconds. */
export function* unpacking(bytes) {
  const bit = decoder(bytes);
  let length = 0;
  for (let i = 0; i < LENGTH; i++) length = length * 2 + bit(0, HALF);
  const tape = { bytes: new Uint8Array(length), place: 0 };
  yield* walk(tape, bit, (body) => {
    const begin = tape.place;
    body();
    const size = [];
    for (let rest = tape.place - begin; size.push((rest & 127) | (rest > 127 ? 128 : 0)), rest > 127; rest >>>= 7);
    tape.bytes.copyWithin(begin + size.length, begin, tape.place);
    tape.bytes.set(size, begin);
    tape.place += size.length;
  });
  return tape.bytes;
}

/** How many contexts a byte has. */
const COUNT = 6;

/** Codes the module on a tape: replaces each byte by what `bit` makes of it; `sized` does so with the body of a function. */
function* walk(tape, bit, sized) {
  const mix = mixer(bit, COUNT, tape.bytes.length);
  const contexts = new Int32Array(COUNT);
  // What came before, the latest first: bytes, instructions without and with what follows them, bytes of each kind.
  const past = new Uint8Array(16);
  const codes = new Uint8Array(8);
  const whole = new Int32Array(3);
  const alike = Array.from({ length: KINDS }, () => new Uint8Array(2));
  const put = (list, latest) => {
    list.copyWithin(1, 0);
    list[0] = latest;
  };
  // The bytes of the instruction under way, and of a word among data.
  let [begun, word] = [0, 0];

  /** Instructions, and the numbers that follow them, of which there are bytes before: what instructions came before. */
  const ofCode = (kind, before) => {
    const place = kind * 4 + before;
    const here = context(place, begun);
    const [a, b, c, d, e, f, g, h] = codes;
    const three = (a << 16) | (b << 8) | c;
    contexts[0] = context(here, 1, a);
    contexts[1] = context(here, 2, three);
    contexts[2] = context(here, 3, three, (d << 24) | (e << 16) | (f << 8) | g, h);
    contexts[3] = context(here, 4, whole[0], whole[1], whole[2]);
    contexts[4] = context(place, 5, (alike[kind][0] << 8) | alike[kind][1], before ? a : 0);
    contexts[5] = context(place, 6, past[0]);
    return a;
  };

  /** All beside code: words of texts, and tables of numbers that have four or eight bytes. */
  const ofRest = () => {
    const [a, b, c, d, e] = past;
    const column = tape.place % 4;
    const alphabets = [a, b, c, d, e].reduce((all, byte) => (all << 3) | (byte >> 5), 0);
    contexts[0] = context(7, alphabets);
    contexts[1] = context(8, word, a);
    contexts[2] = context(9, column, (past[7] << 8) | past[15]);
    contexts[3] = context(10, (a << 8) | b);
    contexts[4] = context(11, column, (past[15] << 8) | a);
    contexts[5] = context(12, b);
    return column * 8 + (a >> 5);
  };

  const byte = (kind, before = 0) => {
    const choice = kind === REST ? ofRest() : ofCode(kind, before);
    const found = mix(kind, tape.bytes[tape.place], contexts, choice);
    tape.bytes[tape.place++] = found;
    put(past, found);
    put(alike[kind], found);
    begun = context(begun, found);
    word = found > 64 ? context(word, found) : 0;
    return found;
  };
  /** A number of variable length. */
  const number = (kind) => {
    for (let value = 0, scale = 1, before = 0; ; scale *= 128, before = Math.min(before + 1, 3)) {
      const found = byte(kind, before);
      value += (found & 127) * scale;
      if (found < 128) return value;
    }
  };
  const copy = (kind, count) => {
    for (; count > 0; count--) byte(kind);
  };
  const instruction = () => {
    const code = byte(CODE);
    put(codes, code);
    for (const kind of FOLLOWING.find(([last]) => code <= last)[1]) number(kind);
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
    put(whole, begun);
    begun = 0;
    return code;
  };
  const body = () => {
    begun = 0;
    for (let groups = number(DECLARED); groups > 0; groups--) {
      number(DECLARED);
      byte(DECLARED);
    }
    for (let depth = 1; depth > 0; ) {
      const code = instruction();
      if (code >= FIRST_BLOCK && code <= LAST_BLOCK) depth++;
      if (code === END) depth--;
    }
  };
  copy(REST, 8);
  while (tape.place < tape.bytes.length) {
    const section = byte(REST);
    const length = number(REST);
    if (section !== SECTION) copy(REST, length);
    else for (let count = number(REST); count > 0; count--) {
      sized(body);
      yield;
    }
  }
}
