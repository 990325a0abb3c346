// What runs WebGPU here: Chromium without a window, and Dawn for Node. Both on SwiftShader, which Debian's Chromium has.

import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const DRIVER = '/usr/lib/chromium/vk_swiftshader_icd.json';
const ROOT = new URL('../', import.meta.url);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan',
  '--use-webgpu-adapter=swiftshader',
  '--disable-background-networking',
];

/** Why a test of a browser is skipped, or false. */
export const withoutChromium = !existsSync(CHROMIUM) && `there is no ${CHROMIUM}; CHROMIUM names another`;

/** Serves the files of the package. */
async function serve() {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    try {
      const bytes = await readFile(new URL(`.${pathname.replace(/\/$/, '/index.html')}`, ROOT));
      const type = TYPES[extname(pathname) || '.html'] ?? 'text/plain';
      response.writeHead(200, { 'content-type': type }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A browser, a page of the package in it, and what the page complained of. */
export async function browse(path) {
  const server = await serve();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const page = await browser.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`);
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { page, complaints, close };
}

/** A device of Dawn for Node, or null where that does not run. */
export async function dawn() {
  if (existsSync(DRIVER)) process.env.VK_DRIVER_FILES ??= DRIVER;
  try {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    // The device lives as long as what made it.
    const gpu = create([]);
    const device = await (await gpu.requestAdapter()).requestDevice();
    return Object.assign(device, { gpu });
  } catch (error) {
    console.log(`skipped: Dawn for Node does not run here: ${error.message}`);
    return null;
  }
}
