/**
 * How every step is written, from cheap to dear.
 *
 * - `plain`: as it is. Exact only where the device's compiler rewrites nothing.
 * - `plain_fma`: the same with `fma()`, which must be fused.
 * - `barrier`: every result of arithmetic is combined with a zero that the compiler cannot know.
 * - `barrier_fma`: the same with `fma()`, which must be fused.
 * - `integers`: every step is made of 32-bit integers. Exact on every device, and slow. Numbers are bits here:
 *   of `ff_` functions a `vec2<u32>`.
 */
export type Lowering = 'plain' | 'plain_fma' | 'barrier' | 'barrier_fma' | 'integers';

/** All lowerings, from cheap to dear. */
export declare const lowerings: readonly Lowering[];

/** Where a shader binds the buffer of zeros. */
export interface Binding {
  group: number;
  binding: number;
}

/** What is asked of {@link library}. */
export interface LibraryOptions {
  /** Without it `barrier`. */
  lowering?: Lowering;
  /** Names of functions, such as `ff_add` and `ff_exp`; without them all but the elementary ones. */
  functions?: readonly string[];
  /**
   * Where the zero is read that `barrier` needs: from a storage buffer bound there, without it `{group: 1, binding: 0}`;
   * or from a parameter. Then every function that needs it has a first parameter `zero: u32`, which must come from
   * memory that the compiler cannot know either.
   */
  zero?: Binding | 'parameter';
}

/** A library for a shader. */
export interface Library {
  /** WGSL to put before or behind the shader's own. */
  code: string;
  /** Where the zero is read, or null where it is not needed. */
  zero: Binding | 'parameter' | null;
}

/** The functions that are asked for, and what they need. Throws a RangeError for names that there are not. */
export declare function library(options?: LibraryOptions): Promise<Library>;

/** The names of all functions of a lowering. */
export declare function names(lowering?: Lowering): Promise<string[]>;

/**
 * Numbers as pairs of words, high and low, one after another: an array of `vec2f`. Relative error at most 2^-49 where
 * the low word is in the range of `f32`; infinite where a number is out of range.
 */
export declare function pack(numbers: ArrayLike<number>): Float32Array<ArrayBuffer>;

/** The nearest numbers to pairs of words. */
export declare function unpack(pairs: ArrayLike<number>): Float64Array<ArrayBuffer>;

/** The buffer of zeros for `Library.zero`. */
export declare function zeroBuffer(device: GPUDevice): GPUBuffer;

/** Options of {@link certify}. */
export interface CertifyOptions {
  /** Tries every lowering, not only until one is exact. */
  all?: boolean;
  /** Called with how much is done, of how much, and which lowering is tried. */
  progress?: (done: number, total: number, lowering: string) => void;
  /** Ends it; the promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
}

/** What came of one lowering. */
export interface Verdict {
  lowering: Lowering;
  exact: boolean;
  /** Why it is not exact, or not at once; operations, operands and what is wrong with the results. */
  reasons: string[];
  milliseconds: number;
}

/** What is known of functions whose names end in `_fast`, which take the device's own division and square root as they are. */
export interface Fast {
  /** Whether they keep their bounds: 70u² of quotients and 142u² of roots, u = 2^-24. Use `ff_div` and `ff_sqrt` where not. */
  holds: boolean;
  /**
   * The largest relative errors measured, in u²; Infinity where a result was no number. Null where nothing was measured:
   * in `integers` every step is correctly rounded, so that they hold.
   */
  errors: { quotient: number; squareRoot: number } | null;
}

/** What is known of a device. */
export interface Certificate {
  /** The cheapest lowering that is exact on the device, or null. */
  lowering: Lowering | null;
  /** Whether `ff_div_fast` and `ff_sqrt_fast` may be used with it, or null where there is none. */
  fast: Fast | null;
  /** Those that were tried, from cheap to dear. */
  verdicts: Verdict[];
  /** The library in this lowering. Throws where there is none. */
  library(options?: Omit<LibraryOptions, 'lowering'>): Promise<Library>;
}

/**
 * Runs the error-free transforms, quotients and roots on the device, in one lowering after another, and compares every bit with
 * what floatfloat computes as WebAssembly. Takes seconds; drivers change, so a result is not to be kept for another page load.
 */
export declare function certify(device: GPUDevice, options?: CertifyOptions): Promise<Certificate>;
