// Making elements.

export const byId = (id) => document.getElementById(id);

/** An element with properties and children, which are nodes or text. */
export function h(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Fills a table: `columns` are texts or `{text, number}`, `rows` arrays of nodes, texts or `{value, className}`. */
export function fill(table, columns, rows) {
  const heads = columns.map((column) => (typeof column === 'string' ? { text: column } : column));
  const head = h('tr', {}, heads.map(({ text, number }) =>
    h('th', { scope: 'col', className: number ? 'number' : '' }, text)));
  const body = rows.map((row) => h('tr', {}, row.map((cell, place) => {
    const { value, className } = cell?.value === undefined ? { value: cell, className: '' } : cell;
    const tag = place === 0 ? 'th' : 'td';
    const classes = [className, heads[place].number ? 'number' : ''].filter(Boolean).join(' ');
    const element = h(tag, { className: classes }, value ?? '');
    if (place === 0) element.scope = 'row';
    return element;
  })));
  table.replaceChildren(h('thead', {}, head), h('tbody', {}, body));
}

/** The rows of a table of floatfloat, as objects. */
export function objects(table) {
  const names = table.columns.map(({ name }) => name);
  return table.rows.map((row) => Object.fromEntries(row.map((cell, place) => [names[place], cell])));
}
