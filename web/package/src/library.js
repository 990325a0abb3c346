// The library as text: the functions that a shader calls, and what they need.

import { ZERO, needed, split, withZero } from './text.js';

/** The text of each lowering: operations, and what elementary functions need besides. */
const TEXTS = {
  plain: [() => import('../dist/operations/plain.js'), () => import('../dist/functions/plain.js')],
  plain_fma: [() => import('../dist/operations/plain_fma.js'), () => import('../dist/functions/plain_fma.js')],
  barrier: [() => import('../dist/operations/barrier.js'), () => import('../dist/functions/barrier.js')],
  barrier_fma: [() => import('../dist/operations/barrier_fma.js'), () => import('../dist/functions/barrier_fma.js')],
  integers: [() => import('../dist/operations/integers.js'), () => import('../dist/functions/integers.js')],
};

/** From cheap to dear. */
export const lowerings = Object.freeze(Object.keys(TEXTS));

export async function library({ lowering = 'barrier', functions, zero = { group: 1, binding: 0 } } = {}) {
  if (!Object.hasOwn(TEXTS, lowering)) {
    throw new RangeError(`there is no lowering '${lowering}'; there are ${lowerings.join(', ')}`);
  }
  const isBinding = Number.isInteger(zero.group) && Number.isInteger(zero.binding);
  if (zero !== 'parameter' && !isBinding) {
    throw new TypeError("zero is {group, binding}, two integers, or 'parameter'");
  }
  const items = await declarations(lowering, functions);
  const wanted = functions ?? items.map((item) => item.name);
  const known = new Set(items.map((item) => item.name));
  const unknown = wanted.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new RangeError(`there is no ${unknown.join(', no ')}; there are ${(await names(lowering)).join(', ')}`);
  }
  const used = needed(items, wanted);
  const readsZero = used.some((item) => item.name === ZERO);
  return { code: withZero(used, zero), zero: readsZero ? zero : null };
}

export async function names(lowering = 'barrier') {
  const items = await declarations(lowering, null);
  const inner = /^(F32x3|\w+_(hold|hidden_zero|special|zero)|\w+_call_\w+)$/;
  return items.filter(({ name, text }) => text.includes(`fn ${name}(`) && !inner.test(name)).map(({ name }) => name);
}

/** Those of operations, with those of functions unless only operations are asked for. */
async function declarations(lowering, functions) {
  const [operations, others] = TEXTS[lowering];
  const { default: text } = await operations();
  const items = split(text);
  const known = new Set(items.map((item) => item.name));
  if (functions === undefined || functions?.every((name) => known.has(name))) return items;
  const { default: more } = await others();
  return split(`${text}\n${more}`);
}
