/** Markup that is inserted unescaped. */
export interface Markup {
  readonly markup: string
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A template value: texts and numbers are escaped, markup is not, lists are joined. */
export type Part = Markup | string | number | undefined | readonly Part[]

/** A piece of HTML: every value is escaped unless it is markup itself. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: texts.map((text, at) => text + (at < parts.length ? shown(parts[at]) : '')).join(''),
})

/** A sentence with values, escaped like HTML; under this name the formatter leaves its spaces alone. */
export const line = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => html(texts, ...parts)

/** Marks a text as trusted markup, from repository files or a renderer. */
export const trusted = (markup: string): Markup => ({ markup })

/** A text of the API description; text in backticks becomes code. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

function shown(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return String(part).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
  return 'markup' in part ? part.markup : part.map(shown).join('')
}
