import { html, type Markup } from '@gateway/pages/html'
import type { Snippet } from './highlight.ts'
import type { Highlighter } from './highlighter.ts'
import type { Span } from './roles.ts'

/** What a page needs to draw its code. */
export interface Ink {
  /** A text with its colours. */
  readonly paint: (snippet: Snippet) => Markup
  /** A number that no other block of the page has. */
  readonly number: () => number
}

/** Ink without colours, for readers of a page who skip its code. */
export const plainInk = (): Ink => inkOf(({ code }) => html`${code}`)

/**
 * Draws a page with highlighted code: once to learn which texts it has, once with their colours.
 * A page without colours is better than none: it is drawn plainly when the highlighter fails.
 */
export async function inked(draw: (ink: Ink) => string, highlight: Highlighter, onFailure: (error: unknown) => void): Promise<string> {
  const wanted = new Map<string, Snippet>()
  const plain = draw(
    inkOf((snippet) => {
      wanted.set(nameOf(snippet), snippet)
      return html`${snippet.code}`
    }),
  )
  try {
    const spans = await highlight([...wanted.values()])
    const painted = new Map([...wanted.keys()].map((name, at) => [name, markupOf(spans[at] ?? [])]))
    return draw(inkOf((snippet) => painted.get(nameOf(snippet)) ?? html`${snippet.code}`))
  } catch (error) {
    onFailure(error)
    return plain
  }
}

function inkOf(paint: Ink['paint']): Ink {
  let numbers = 0
  return { paint, number: () => ++numbers }
}

const nameOf = ({ code, language }: Snippet): string => `${language} ${code}`

const markupOf = (spans: readonly Span[]): Markup =>
  html`${spans.map(([text, role]) => (role === undefined ? text : html`<span class="${role}">${text}</span>`))}`
