import type { Shape } from '@gateway/pages/parts/glyph-shapes'
import type { AnyRoute } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { BusinessRoute } from '../routes.tsx'
import type { Asked, FoundKind } from './found-kind.ts'

/** What the lists of the portal know of a room. */
export interface PortalRoom {
  /** Its pages within a business. */
  readonly routes: (business: BusinessRoute) => readonly AnyRoute[]
  /** Its place in the sidebar. The sidebar proves that the page exists. */
  readonly place: { readonly to: string; readonly word: string; readonly icon: LucideIcon }
  /** States that no other room has: the word and the glyph of each. */
  readonly states?: Readonly<Record<string, { readonly word: string; readonly glyph: Shape }>>
  /** What of it matches a text; undefined where nothing does. */
  readonly find?: (asked: Asked) => Promise<FoundKind | undefined>
}
