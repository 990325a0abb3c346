// A result in the fragment of a link, and back.

/** `#r=` and the compressed text. */
export async function toFragment(text) {
  const bytes = new Uint8Array(await new Response(through(text, new CompressionStream('deflate-raw'))).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#r=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The text in a fragment, or in a link with one; null where there is none. */
export async function fromFragment(link) {
  const found = /#r=([A-Za-z0-9_-]+)\s*$/.exec(link);
  if (!found) return null;
  const binary = atob(found[1].replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  return new Response(through(bytes, new DecompressionStream('deflate-raw'))).text();
}

function through(data, stream) {
  return new Blob([data]).stream().pipeThrough(stream);
}
