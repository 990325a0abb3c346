// The text of a library, taken apart into declarations and put together again.

/** Begins a declaration, and names it. */
const NAMED = /^(?:fn|struct) (\w+)|^@group.* (\w+):/;

/** The declarations of a text, in order: `{name, text, uses}`, with the comments before each. */
export function split(text) {
  const items = [];
  let lines = [];
  for (const line of text.split('\n')) {
    // A blank line ends a comment that belongs to no declaration.
    if (line === '') lines = lines.some((kept) => !kept.startsWith('//')) ? lines : [];
    else lines.push(line);
    if (line === '}' || (lines.length > 0 && line.startsWith('@group'))) {
      const declared = lines.find((kept) => NAMED.test(kept)).match(NAMED);
      items.push({ name: declared[1] ?? declared[2], text: `${lines.join('\n')}\n` });
      lines = [];
    }
  }
  const names = new Set(items.map((item) => item.name));
  for (const item of items) {
    const words = item.text.replace(/\/\/.*/g, '').match(/[A-Za-z_]\w*/g);
    item.uses = [...new Set(words)].filter((word) => word !== item.name && names.has(word));
  }
  return items;
}

/** The declarations that these names need, and they themselves, in the order of `items`. */
export function needed(items, names) {
  const named = new Map(items.map((item) => [item.name, item]));
  const found = new Set();
  const add = (name) => {
    const item = named.get(name);
    if (found.has(item)) return;
    found.add(item);
    item.uses.forEach(add);
  };
  names.forEach(add);
  return items.filter((item) => found.has(item));
}

/** The variable from which a library reads the zero that its compiler must not know. */
export const ZERO = 'floatfloat_zero';

/** The text of declarations. */
export function joined(items) {
  return items.map((item) => item.text).join('\n');
}

/** The same with the zero bound at `{group, binding}`, or a parameter of every function that needs it. */
export function withZero(items, zero) {
  if (zero !== 'parameter') {
    const { group, binding } = zero;
    return joined(items).replace(/^@group\(\d+\) @binding\(\d+\)/m, `@group(${group}) @binding(${binding})`);
  }
  const reading = readers(items);
  return joined(items.filter((item) => item.name !== ZERO))
    .replaceAll(`${ZERO}[0]`, 'zero')
    .replace(/(fn )?\b(\w+)\(/g, (call, declares, name) => {
      if (!reading.has(name)) return call;
      return declares ? `fn ${name}(zero: u32, ` : `${name}(zero, `;
    });
}

/** The names of what reads the zero, through others too. */
function readers(items) {
  const reading = new Set();
  // Each declaration stands behind those that it uses.
  for (const { name, uses } of items) {
    if (uses.some((used) => used === ZERO || reading.has(used))) reading.add(name);
  }
  return reading;
}
