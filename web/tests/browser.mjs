// A headless Chromium with SwiftShader, and the page in it.

import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const page = fileURLToPath(new URL('../dist/page.html', import.meta.url));

const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = candidates.find((candidate) => candidate && existsSync(candidate));

/** Why tests that need a browser are skipped, or false. With FLOATFLOAT_REQUIRE_TOOL=chromium its absence fails. */
export const skip = executablePath ? false : missing();

function missing() {
  if ((process.env.FLOATFLOAT_REQUIRE_TOOL ?? '').split(',').includes('chromium')) throw new Error('chromium is missing');
  return 'chromium is not installed';
}

const QUIET = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const WEBGPU = ['--enable-unsafe-webgpu', '--enable-features=Vulkan', '--use-webgpu-adapter=swiftshader'];

/** A browser; without `webgpu` one that has no GPU. */
export function launch({ webgpu = true } = {}) {
  return chromium.launch({ executablePath, args: webgpu ? [...QUIET, ...WEBGPU] : QUIET });
}

/** The page from disk, with requests and errors of the page written down; `without` names what its browser lacks. */
export async function open(browser, { fragment = '', without, ...context } = {}) {
  const session = await browser.newContext(context);
  if (without) await session.addInitScript((name) => { delete globalThis[name]; }, without);
  const tab = await session.newPage();
  tab.errors = [];
  tab.requests = [];
  tab.on('pageerror', (error) => tab.errors.push(error.message));
  tab.on('console', (message) => { if (message.type() === 'error') tab.errors.push(message.text()); });
  tab.on('request', (request) => tab.requests.push(request.url()));
  await tab.goto(pathToFileURL(page).href + fragment);
  return tab;
}

/** Waits until the examination has ended. */
export async function ended(tab, timeout = 240_000) {
  await tab.waitForFunction(() => /^(Done|The examination ended|Cancelled|This result|The link)/.test(document.getElementById('status').textContent), null, { timeout, polling: 200 });
}

export const textOf = (tab, id) => tab.locator(`#${id}`).innerText();

/** The result of the page, by its download. */
export async function result(tab) {
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.locator('#download').click()]);
  const { readFile } = await import('node:fs/promises');
  return readFile(await download.path(), 'utf8');
}

