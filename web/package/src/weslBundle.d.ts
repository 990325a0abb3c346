/** Modules of WGSL, as linkers of WESL take them. */
export interface WeslBundle {
  name: string;
  edition: string;
  /** Texts by path: `lib.wgsl` is the library with barriers; the others have the names of their lowerings. */
  modules: Record<string, string>;
  dependencies?: WeslBundle[];
}

export declare const weslBundle: WeslBundle;
export default weslBundle;
