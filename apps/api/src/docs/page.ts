import type { Markup } from '@gateway/pages/html'
import type { Ink } from './ink/inked.ts'

/** A heading of a page, for "On this page", the navigation and the search. */
export interface Heading {
  readonly id: string
  readonly text: string
  readonly level: 2 | 3
  /** The method of an operation. */
  readonly verb?: string
  /** What the search shows and finds beside the heading. */
  readonly about?: string
}

/** A place on a page that has an id and no heading. */
export type Place = Pick<Heading, 'id' | 'text' | 'about'>

/** The text of a page. */
export interface Article {
  /** What the reader has at the end, in a sentence or two. */
  readonly lead: Markup
  readonly headings: readonly Heading[]
  /** Further places that only the search leads to, such as the members of an object. */
  readonly places?: readonly Place[]
  readonly content: Markup
}

/** A page of the documentation. */
export interface DocPage {
  /** Below `/docs`; empty for the start page. */
  readonly slug: string
  readonly section: 'guides' | 'reference'
  readonly title: string
  /** One sentence, for search engines, `/llms.txt` and the search. */
  readonly summary: string
  /** Tables of four columns and more use the width of "On this page", operations that of the code beside them. */
  readonly shape: 'prose' | 'wide' | 'reference'
  draw(ink: Ink): Article
}

/** The address of a page. */
export const addressOf = ({ slug }: Pick<DocPage, 'slug'>): string => (slug === '' ? '/docs' : `/docs/${slug}`)

/** The id of a heading: its words, joined by hyphens. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
