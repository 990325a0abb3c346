// Asks floatfloat, as WebAssembly, what it wants to know of a GPU, and hands over what the GPU answers.

/** Why a task came to no result. */
export class JudgeError extends Error {
  name = 'JudgeError';
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Judge {
  #module;
  #about;

  /** `source`: the bytes of the module, or a `WebAssembly.Module`. */
  static async load(source) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const judge = new Judge();
    judge.#module = module;
    judge.#about = await judge.ask({ task: 'about' });
    return judge;
  }

  /** `{version, schema, lowerings: [{lowering, text}]}`, lowerings from cheap to dear. */
  get about() {
    return this.#about;
  }

  /**
   * Does a task. Each has memory of its own, so that several can be under way.
   * `options`: `gpu`, which runs programs; `signal`, an AbortSignal; `onprogress(done, total)`.
   */
  async ask(task, { gpu, signal, onprogress } = {}) {
    const { exports } = await WebAssembly.instantiate(this.#module, clock(this.#module));
    const { memory, allocate, begin, advance, answer, refuse, message, message_length: length } = exports;
    const handOver = (receive, bytes) => {
      const place = allocate(bytes.length);
      new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
      receive(place, bytes.length);
    };
    const said = () => decoder.decode(new Uint8Array(memory.buffer, message(), length()));
    const attempt = (work) => {
      try {
        return work();
      } catch (trap) {
        const why = said();
        throw new JudgeError(why ? (JSON.parse(why).failed ?? String(trap)) : String(trap), { cause: trap });
      }
    };
    handOver(begin, encoder.encode(JSON.stringify(task)));
    while (attempt(advance) === 1) {
      const { run, fill, done, total } = JSON.parse(said());
      onprogress?.(done, total);
      signal?.throwIfAborted();
      const inputs = run.inputs.map(([place, bytes]) => new Uint8Array(memory.buffer, place, bytes));
      try {
        handOver(answer, await gpu.run(run, inputs, fill, signal));
      } catch (refusal) {
        if (!refusal.kind) throw refusal;
        handOver(refuse, encoder.encode(JSON.stringify({ kind: refusal.kind, message: refusal.message })));
      }
    }
    const { done, failed } = JSON.parse(said());
    if (failed !== undefined) throw new JudgeError(failed);
    return done;
  }

  /**
   * Tries the ways to write arithmetic, from cheap to dear, until one is exact, or `all`.
   * Gives `{best, verdicts}`: each verdict has `lowering`, `text`, `exact` (the lowering that was proved, or null),
   * `fast` (whether quotients and roots by the device's own keep their bounds), `failures` (why it was not exact, or not at
   * once), `certificate` and `milliseconds`; `best` is the verdict to go by, or null.
   */
  async certify(gpu, { all = false, onverdict, onprogress, signal } = {}) {
    const { lowerings } = this.about;
    const verdicts = [];
    let best = null;
    for (const [place, { lowering, text }] of lowerings.entries()) {
      const integers = lowering.protection === 'integers';
      if (best && !all && (integers || best.certificate.special_values)) break;
      const progress = (done, total) => onprogress?.(place + done / Math.max(total, 1), lowerings.length, text);
      const task = { task: 'certify', device: gpu.description, lowering };
      const verdict = await this.#judged(task, { lowering, text }, { gpu, signal, onprogress: progress });
      verdicts.push(verdict);
      onverdict?.(verdict);
      if (verdict.exact && (!best || (!best.certificate.special_values && verdict.certificate.special_values))) best = verdict;
    }
    return { best, verdicts };
  }

  /** A verdict on `f64` made of integers, which no device needs to have. */
  certifyDouble(gpu, { onprogress, signal } = {}) {
    const integers = this.about.lowerings.find(({ lowering }) => lowering.protection === 'integers');
    return this.#judged({ task: 'certify-double', device: gpu.description }, integers, { gpu, signal, onprogress });
  }

  async #judged(task, { lowering, text }, options) {
    const start = performance.now();
    options.onprogress?.(0, 1);
    const { exact, fast, trials, certificate } = await this.ask(task, options);
    const failures = certificate.trials.flatMap((trial, i) =>
      trial.failure ? [{ lowering: trials[i].lowering, text: trials[i].failure, ...trial.failure }] : []);
    return { lowering, text, exact, fast, failures, certificate, milliseconds: performance.now() - start };
  }

  /**
   * How the GPU rounds (`gpu` may be null) and, with `processor`, the machine that runs this page: the JSON of
   * `floatfloat paranoia`. `certified`: pairs of word and lowering, as `certify` proved them.
   */
  examine(gpu, { certified = [], processor = false, quick = true, seed = 2006, onprogress, signal } = {}) {
    const device = gpu?.description ?? null;
    return this.ask({ task: 'examine', device, certified, processor, quick, seed }, { gpu, signal, onprogress });
  }
}

/** What the clock of browsers imports; of the rest, by which it looks for it, nothing is needed. */
function clock(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = /_now_/.test(name) ? () => performance.now() : () => 0;
  }
  return imports;
}
