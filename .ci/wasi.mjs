// Runs a program of wasm32-wasip1 under Node, with its arguments and environment: cargo's runner.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({
    version: "preview1",
    args: [program, ...args],
    env: { ...process.env, PWD: process.cwd() },
    // Tests read files of the repository by their absolute paths.
    preopens: { "/": "/" },
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
