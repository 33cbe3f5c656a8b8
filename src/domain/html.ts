const ENTITIES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text → the same text inside HTML, between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** A text of unknown direction, escaped, that cannot reorder the words around it. */
export function isolated(text: string): string {
  return text === '' ? '' : `<bdi>${escapeHtml(text)}</bdi>`
}
