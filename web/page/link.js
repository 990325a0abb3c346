// A result in the fragment of a link, and back.

import { packed, unpacked } from './packed.js';

/** `#r=` and the packed text. */
export async function toFragment(text) {
  const base64 = await packed(text);
  return `#r=${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The text in a fragment, or in a link with one; null where there is none. */
export async function fromFragment(link) {
  const found = /#r=([A-Za-z0-9_-]+)\s*$/.exec(link);
  return found && unpacked(found[1].replaceAll('-', '+').replaceAll('_', '/')).text();
}
