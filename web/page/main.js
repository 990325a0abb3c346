// The page: starts the examination, shows what it finds, keeps and compares results.

import { Judge } from '../judge/judge.js';
import { investigate } from './engine.js';
import { byId } from './dom.js';
import { fromFragment, toFragment } from './link.js';
import { unpacked } from './packed.js';
import { verdict } from './verdict.js';
import { show, showChanges, showPlayed } from './show.js';
import { work } from './worker.js';
import { offerZoom, playZoom, showZoom } from './zoom.js';

/** This script, which a worker runs too; there is no document there. */
const SCRIPT = globalThis.document?.currentScript.textContent;

/** What the page knows; `page` is what goes beside the tables of the command. */
let result = { page: {} };
/** Ends the examination under way. */
let cancel = null;
let wasm;
let judge;
/** Settles when they are there. */
let loading;

const say = (text) => { byId('status').textContent = text; };

/** What tests break on purpose: `#test=corrupt:barrier,absent`. */
function options() {
  const found = /[#&]test=([^&]*)/.exec(decodeURIComponent(location.hash));
  const wishes = found ? found[1].split(';').map((wish) => wish.split(':')) : [];
  const tests = Object.fromEntries(wishes.map(([name, value = true]) => [name, value]));
  return { tests, thorough: byId('thorough').checked };
}

function examine() {
  cancel?.();
  result = { page: { userAgent: navigator.userAgent, date: new Date().toISOString(), lowerings: [] } };
  byId('verdict').textContent = 'Is float-float arithmetic exact in this browser, on this GPU?';
  byId('verdict').className = '';
  running(true);
  say('Beginning.');
  byId('zoom-section').hidden = true;
  show(result);
  const receive = (kind, value) => hear(kind, value);
  cancel = inWorker(receive) ?? inPage(receive);
}

/** Examines in a worker, and gives what cancels it; null where there are no workers. */
function inWorker(receive) {
  let worker;
  try {
    const url = URL.createObjectURL(new Blob([SCRIPT], { type: 'text/javascript' }));
    worker = new Worker(url);
    URL.revokeObjectURL(url);
  } catch {
    return null;
  }
  let heard = false;
  const stop = () => worker.terminate();
  worker.onmessage = ({ data: { kind, value } }) => {
    // Some browsers have WebGPU in pages only.
    if (kind === 'no-gpu' && value.kind === 'absent' && navigator.gpu && !options().tests.absent) {
      stop();
      cancel = inPage(receive);
      return;
    }
    heard = true;
    receive(kind, value);
    if (kind === 'end' || kind === 'stopped') stop();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    stop();
    if (heard) receive('stopped', { cancelled: false, message: event.message || 'the worker failed' });
    else cancel = inPage(receive);
  };
  worker.postMessage({ wasm, options: options() });
  return stop;
}

function inPage(receive) {
  const abort = new AbortController();
  investigate(wasm, options(), receive, abort.signal).catch((error) => {
    if (!abort.signal.aborted) receive('stopped', { cancelled: false, message: error.message });
  });
  return () => abort.abort(new DOMException('cancelled', 'AbortError'));
}

function running(is) {
  byId('cancel').hidden = !is;
  byId('again').hidden = is;
  byId('thorough').disabled = is;
  byId('progress').hidden = !is;
  if (is) byId('progress').removeAttribute('value');
}

/** What the examination says. */
function hear(kind, value) {
  const { page } = result;
  switch (kind) {
    case 'about': Object.assign(page, { version: value.version, commit: byId('commit').dataset.commit }); break;
    case 'device': page.device = value; break;
    case 'no-gpu': page.noGpu = value; break;
    case 'verdict': page.lowerings.push(value); break;
    case 'certified': page.best = value; break;
    case 'wgsl': page.wgsl = value; break;
    case 'rounding': result = { ...value, page }; break;
    case 'benchmark': page.benchmark = value; break;
    case 'double': page.double = value; break;
    case 'faults': page.faults = value; break;
    case 'progress': return progress(value);
    case 'stopped': return stopped(value);
    case 'end': return ended();
  }
  show(result);
}

function progress({ what, done, total }) {
  say(`${what[0].toUpperCase()}${what.slice(1)}.`);
  byId('progress').max = Math.max(total, 1);
  byId('progress').value = done;
}

function stopped({ cancelled, message }) {
  running(false);
  if (cancelled) return say('Cancelled.');
  result.page.faults = [...(result.page.faults ?? []), `The examination ended early: ${message}`];
  result.page.ended = true;
  say('The examination ended early.');
  show(result);
}

function ended() {
  running(false);
  result.page.ended = true;
  result.page.verdict = result.page.noGpu ? null : verdict(result.page).sentence;
  const seconds = (Date.now() - Date.parse(result.page.date)) / 1000;
  say(`Done after ${seconds.toFixed(1)} s.`);
  show(result);
  byId('result-section').hidden = false;
  const { best, wgsl } = result.page;
  offerZoom(judge, best, wgsl).catch(() => { byId('zoom-section').hidden = true; });
}

/** The result as the command reads it. */
function json(space) {
  const { ended: _, ...page } = result.page;
  return `${JSON.stringify({ ...result, page }, null, space)}\n`;
}

/** The same without what can be made again, for links. */
function short() {
  const { wgsl: _, ended: __, ...page } = result.page;
  const lowerings = page.lowerings.map(brief);
  const best = page.best && { ...brief(page.best), failures: [] };
  const double = page.double && brief(page.double);
  const table = ({ notes: ___, ...rest }) => ({ ...rest, notes: [] });
  const { further = [], ...first } = result;
  return JSON.stringify({ ...table(first), further: further.map(table), page: { ...page, lowerings, best, double } });
}

function brief({ certificate: { trials: _, device: __, ...certificate }, ...verdict }) {
  return { ...verdict, certificate };
}

async function open(text) {
  const opened = JSON.parse(text);
  if (!opened.page || !opened.schema) throw new Error('it holds no result of this page');
  result = { ...opened, page: { ...opened.page, ended: true } };
  show(result);
  byId('result-section').hidden = false;
  running(false);
  say(`This result was recorded on ${result.page.date.slice(0, 10)} by another visit: ${result.page.userAgent}`);
}

async function copied(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    byId('done').textContent = `${what} copied.`;
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text, ariaLabel: what });
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    byId('done').textContent = done ? `${what} copied.` : `The browser did not allow to copy ${what}.`;
  }
}

function download() {
  const url = URL.createObjectURL(new Blob([json(1)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: 'floatfloat-webgpu.json' });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function compare(event) {
  event.preventDefault();
  const place = byId('changes');
  try {
    const given = byId('other').value.trim();
    const before = (await fromFragment(given)) ?? given;
    showChanges(place, await judge.ask({ task: 'compare', before, after: json() }));
  } catch (error) {
    place.textContent = error.message;
  }
}

async function play(event) {
  event.preventDefault();
  const place = byId('played');
  const variables = ['a', 'b', 'c'].map((id) => byId(id).value.trim());
  try {
    await loading;
    const lowering = result.page.best?.exact.lowering
      ?? judge.about.lowerings.find(({ lowering: { protection } }) => protection === 'barrier').lowering;
    const played = await judge.ask({ task: 'play', expression: byId('expression').value, variables, lowering });
    showPlayed(place, played);
    byId('play-wgsl').textContent = played.wgsl;
    byId('play-wgsl-details').hidden = false;
  } catch (error) {
    place.textContent = `It cannot be computed: ${error.message}.`;
  }
}

function wire() {
  byId('again').addEventListener('click', () => {
    history.replaceState(null, '', location.pathname + location.search);
    examine();
  });
  byId('cancel').addEventListener('click', () => {
    cancel?.();
    stopped({ cancelled: true });
  });
  byId('copy').addEventListener('click', () => copied(json(1), 'JSON'));
  byId('download').addEventListener('click', download);
  byId('share').addEventListener('click', async () => copied(location.href.replace(/#.*/, '') + (await toFragment(short())), 'Link'));
  byId('print').addEventListener('click', () => globalThis.print());
  byId('wgsl-copy').addEventListener('click', () => copied(result.page.wgsl.text, 'WGSL'));
  byId('play-copy').addEventListener('click', () => copied(byId('play-wgsl').textContent, 'WGSL'));
  byId('zoom').addEventListener('input', showZoom);
  byId('zoom-play').addEventListener('click', playZoom);
  byId('compare').addEventListener('submit', compare);
  byId('play').addEventListener('submit', play);
}

async function load() {
  wasm = await unpacked(byId('wasm').textContent).arrayBuffer();
  judge = await Judge.load(wasm);
}

async function start() {
  wire();
  byId('progress').removeAttribute('value');
  loading = load();
  await loading;
  running(false);
  const shared = await fromFragment(location.hash).catch(() => '');
  if (shared === null) return examine();
  await open(shared).catch(() => say('The link holds no result that can be read. It may have been cut.'));
}

function failed(error) {
  byId('progress').hidden = true;
  say(`The page does not work in this browser: ${error.message}.`);
}

if (SCRIPT) start().catch(failed);
else work();
