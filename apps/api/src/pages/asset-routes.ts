import { pageAssets } from '@gateway/pages/assets'
import { documentRoute } from '../http/documents/document.ts'
import type { Route } from '../http/route.ts'

/** Style sheets, scripts and fonts of the public pages. They count on their own: a page that loads ten of them is still one page. */
export const assetRoutes = (): Route[] =>
  pageAssets.map(({ name, type, content }) => documentRoute({ path: `/assets/${name}`, text: content, type, countedAs: 'assets' }))
