// Data in few letters, as the browser's own deflate packs it: the module in the page, and results in links.

/** Base64 of the packed text. */
export async function packed(text) {
  const bytes = new Uint8Array(await through(text, new CompressionStream('deflate-raw')).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** What was packed, as the body of a `Response`. */
export function unpacked(base64) {
  if (!globalThis.DecompressionStream) throw new Error('it has no DecompressionStream, which browsers have since 2023');
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  return through(bytes, new DecompressionStream('deflate-raw'));
}

function through(data, stream) {
  return new Response(new Blob([data]).stream().pipeThrough(stream));
}
