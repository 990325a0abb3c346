// The result on the page.

import { byId, fill, h, objects } from './dom.js';
import { bitsOf, markedBits, numbers } from './words.js';
import { verdict } from './verdict.js';

const OPERATIONS = { add: '+', sub: '−', mul: '×', div: '÷', sqrt: '√', reciprocal: '1/x' };

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 2 : 0)} s`;
const yes = (flag) => (flag === true ? 'yes' : flag === false ? 'no' : 'unknown');

/** Everything that is known of a result so far. */
export function show(result) {
  const { page = {} } = result;
  if (page.device || page.noGpu) showVerdict(page);
  showFaults(page.faults ?? []);
  showLowerings(page);
  showWrong(page.lowerings ?? []);
  showWgsl(page);
  showRounding(result);
  showSpeed(page.benchmark);
}

function reveal(id, shown) {
  byId(`${id}-section`).hidden = !shown;
}

function showVerdict(page) {
  if (!page.ended) return;
  const { sentence, because, good } = verdict(page, page.noGpu);
  const heading = byId('verdict');
  heading.textContent = sentence;
  heading.className = good === null ? '' : good ? 'good' : 'bad';
  byId('because').textContent = because;
  document.title = sentence;
}

function showFaults(faults) {
  reveal('faults', faults.length > 0);
  byId('faults').replaceChildren(...faults.map((fault) => h('li', {}, fault)));
}

function showLowerings({ lowerings = [], double }) {
  reveal('lowerings', lowerings.length > 0);
  const rows = (double ? [...lowerings, double] : lowerings).map((verdict) => {
    const { text, exact, failures, milliseconds, certificate } = verdict;
    const proved = exact && exact.text !== text ? `exact with ${exact.text.replace(`${text}, `, '')}` : 'exact';
    const state = exact ? { value: proved, className: 'good' } : { value: 'not exact', className: 'bad' };
    const first = failures.find((failure) => !exact || failure.lowering === text);
    const name = verdict === double ? `f64: ${text}` : text;
    return [name, state, seconds(milliseconds), String(certificate.compared || ''), first ? first.text : ''];
  });
  const columns = ['how', 'verdict', { text: 'time', number: true }, { text: 'results compared', number: true }, 'first wrong result'];
  fill(byId('lowerings'), columns, rows);
}

function showWrong(lowerings) {
  const wrong = lowerings.flatMap(({ text, failures }) => failures.slice(0, 1).map((failure) => ({ ...failure, text })));
  reveal('wrong', wrong.length > 0);
  byId('wrong').replaceChildren(...wrong.map(wrongResult));
}

function wrongResult({ text, operation, form, cause }) {
  const where = { 'straight-line': '', loop: ', in a loop', kernel: ', in a loop over memory' }[form] ?? '';
  const title = h('h3', {}, `${operation}, written: ${text}${where}`);
  if (cause.kind === 'error') return h('div', {}, title, h('p', {}, cause.message));
  const list = cause.operands.map((operand, place) =>
    h('li', {}, `operand ${place + 1}: ${numbers(operand).join(' + ')}`, h('br'), h('span', { className: 'bits' }, operand)));
  const parts = [title, h('ul', {}, list)];
  if (cause.kind === 'unwritten') return h('div', {}, ...parts, h('p', {}, 'No result was written.'));
  const [found, expected] = [numbers(cause.found), numbers(cause.expected)];
  const table = h('table');
  const rows = expected.flatMap((right, place) => {
    const [wrongBits, rightBits] = [bitsOf(found[place]), bitsOf(right)];
    const name = expected.length > 1 ? `, word ${place + 1}` : '';
    const mark = (run) => h('mark', {}, run);
    const bits = (pieces) => h('span', { className: 'bits' }, pieces);
    return [
      [`the GPU${name}`, String(found[place]), bits(markedBits(wrongBits, rightBits, mark))],
      [`right${name}`, String(right), bits(markedBits(rightBits, wrongBits, mark))],
    ];
  });
  fill(table, ['result', 'value', 'sign, exponent, significand; wrong bits are marked'], rows);
  const scroll = h('div', { className: 'scroll', tabIndex: 0, role: 'group' }, table);
  scroll.setAttribute('aria-label', `wrong bits of ${operation}, ${text}`);
  return h('div', {}, ...parts, scroll);
}

function showWgsl({ wgsl, best }) {
  reveal('wgsl', Boolean(wgsl));
  if (!wgsl) return;
  byId('wgsl-about').textContent = `Written as proved: ${best.exact.text}. ` + (wgsl.readsZero
    ? 'It reads a storage buffer of 16 zero bytes, which your program binds at group 1, binding 0.'
    : 'It needs no buffer.') + `${fastOf(best)} The certificate holds for this browser and GPU; a program for others should prove it there.`;
  byId('wgsl').textContent = wgsl.text;
}

/** Of quotients and roots that take the GPU's own as they are; of integers there are none. */
function fastOf({ fast, certificate }) {
  const measured = certificate.fast;
  if (!measured) return '';
  const off = (error) => (error === null ? 'no number' : `${error.toPrecision(3)}u²`);
  const found = `: ${off(measured.quotient)} and ${off(measured.square_root)} were measured, u = 2^−24.`;
  return fast
    ? ` ff_div_fast and ff_sqrt_fast, by the GPU's own division and root, keep their bounds of 70u² and 142u²${found}`
    : ` Fast quotients and roots, by the GPU's own, are left out, as they exceed their bounds of 70u² and 142u²${found}`;
}

/** `plain f32 on webgpu`. */
function modeOf({ device, mode, format }) {
  return `${device === 'cpu' ? 'processor' : 'GPU'}: ${mode}, ${format}`;
}

function showRounding(result) {
  reveal('rounding', Boolean(result.rows));
  if (!result.rows) return;
  const tables = Object.fromEntries([result, ...(result.further ?? [])].map((table) => [table.id, objects(table)]));
  const intervals = tables.paranoia ?? [];
  const modes = [...new Set(intervals.map(modeOf))];
  const of = (mode, op) => intervals.find((row) => modeOf(row) === mode && row.op === op);
  const operations = [...new Set(intervals.map(({ op }) => op))];
  const end = (x) => (typeof x === 'number' ? String(Math.round(x * 1000) / 1000).replace('-', '−') : x);
  const cell = (row) => (row
    ? { value: h('span', {}, `[${end(row.low)}, ${end(row.high)}]`, h('br'), row.verdict), className: row.kept === false ? 'bad' : '' }
    : '');
  fill(byId('intervals'), ['operation', ...modes], operations.map((op) => [OPERATIONS[op] ?? op, ...modes.map((mode) => cell(of(mode, op)))]));
  showCharacter(tables['paranoia-safety'] ?? []);
  showFindings(tables['paranoia-findings'] ?? []);
}

function showCharacter(safety) {
  const rows = [
    ['float-float is safe', 'safe'],
    ['why not', 'because'],
    ['fma', 'fma'],
    ['division', 'division'],
    ['a × b + c becomes fma', 'contracts'],
    ['expressions are rewritten', 'reassociates'],
    ['subnormal operands', 'subnormal_operands'],
    ['subnormal results', 'subnormal_results'],
  ];
  const cell = (value) => (value === true || value === false || value === null ? yes(value) : value);
  const cells = rows.map(([name, column]) => [name, ...safety.map((row) => (column === 'because' ? row[column] ?? '' : cell(row[column])))]);
  fill(byId('character'), ['', ...safety.map(modeOf)].map((text) => text || 'property'), cells);
}

function showFindings(findings) {
  const modes = Map.groupBy
    ? Map.groupBy(findings.filter((row) => row.class !== 'info'), modeOf)
    : findings.filter((row) => row.class !== 'info').reduce((map, row) => map.set(modeOf(row), [...(map.get(modeOf(row)) ?? []), row]), new Map());
  byId('findings').replaceChildren(...[...modes].map(([mode, rows]) => {
    const items = rows.map((row) => {
      const permitted = row.permitted === true ? ' The specification permits it.' : row.permitted === false ? ' The specification does not permit it.' : '';
      const count = row.tried > 1 ? ` (${row.count} of ${row.tried} results)` : '';
      return h('li', {}, `${row.class}, ${row.op}: ${row.finding}${count}.${permitted} `, h('span', { className: 'bits' }, row.evidence ?? ''));
    });
    return h('details', {}, h('summary', {}, `${mode}: ${rows.length} ${rows.length === 1 ? 'departure' : 'departures'} from IEEE 754`), h('ul', {}, items));
  }));
}

function showSpeed(benchmark) {
  reveal('speed', Boolean(benchmark?.rows));
  if (!benchmark?.rows) return;
  const time = (op, number) => benchmark.rows.find((row) => row.op === op && row.number === number)?.nanoseconds;
  const digits = (x) => (x === undefined ? '' : x < 100 ? x.toPrecision(3) : x.toFixed(0));
  const rows = [...new Set(benchmark.rows.map(({ op }) => op))].map((op) => {
    const [single, pair] = [time(op, 'f32'), time(op, 'ff')];
    return [OPERATIONS[op] ?? op, digits(single), digits(pair), single && pair ? (pair / single).toFixed(1) : ''];
  });
  const number = (text) => ({ text, number: true });
  fill(byId('speed'), ['operation', number('f32, ns'), number('ff, ns'), number('times f32')], rows);
}

/** What changed between two results, as the judge found it. */
export function showChanges(place, table) {
  const rows = objects(table).map((row) => [row.kind, [row.device, row.mode, row.format].filter(Boolean).join(', '), row.op ?? '', row.what, text(row.before), text(row.after)]);
  const summary = h('p', {}, table.notes?.[0] ?? '');
  if (rows.length === 0) return place.replaceChildren(summary);
  const shown = h('table');
  fill(shown, ['kind', 'mode', 'operation', 'what', 'other', 'this'], rows);
  const scroll = h('div', { className: 'scroll', tabIndex: 0, role: 'group' }, shown);
  scroll.setAttribute('aria-label', 'differences');
  return place.replaceChildren(summary, scroll);
}

function text(cell) {
  return cell === null || cell === undefined ? '' : typeof cell === 'boolean' ? yes(cell) : String(cell);
}

/** The values of an expression. */
export function showPlayed(place, { rows, exact }) {
  const table = h('table');
  const bits = (found) => (found === 'exact' ? 'exact' : found === null ? 'no number' : found.toFixed(1));
  const all = rows.map((row) => [row.name, row.text, row.words.length > 1 ? row.words.join(' + ') : '', bits(row.bits)]);
  all.push(['exact', exact || 'not defined, or too close to zero to tell', '', '']);
  fill(table, ['numbers', 'value', 'words', { text: 'correct bits', number: true }], all);
  const scroll = h('div', { className: 'scroll', tabIndex: 0, role: 'group' }, table);
  scroll.setAttribute('aria-label', 'values of the expression');
  place.replaceChildren(scroll);
}
