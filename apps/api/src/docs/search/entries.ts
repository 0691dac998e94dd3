import type { SearchEntry } from '@gateway/pages/scripts/docs/rank'
import { errorCodes } from '../../http/errors/error-codes.ts'
import { plainInk } from '../ink/inked.ts'
import { addressOf, type DocPage, type Place } from '../page.ts'

/** Everything that the search can lead to: pages, their headings and further places, and the error codes. */
export const searchEntries = (pages: readonly DocPage[]): SearchEntry[] => [
  ...pages.flatMap((page) => {
    const { headings, places = [] } = page.draw(plainInk())
    return [pageEntry(page), ...[...headings, ...places].map((place) => placeEntry(place, page))]
  }),
  ...Object.entries(errorCodes).map(([code, { status, meaning }]) => ({
    kind: 'Errors' as const,
    title: code,
    page: 'Errors and idempotency',
    href: `/docs/errors#${code}`,
    about: `${status} · ${plainWords(meaning)}`,
  })),
]

const kinds = { guides: 'Guides', reference: 'Reference' } as const

const pageEntry = (page: DocPage): SearchEntry => ({
  kind: kinds[page.section],
  title: page.title,
  page: kinds[page.section],
  href: addressOf(page),
  about: plainWords(page.summary),
})

const placeEntry = ({ id, text, about = '' }: Place, page: DocPage): SearchEntry => ({
  kind: page.slug === 'reference/events' && /^[a-z]+\.[a-z]+$/.test(text) ? 'Events' : kinds[page.section],
  title: text,
  page: page.title,
  href: `${addressOf(page)}#${id}`,
  about: plainWords(about),
})

const plainWords = (text: string): string => text.replaceAll('`', '')
