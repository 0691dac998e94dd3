import { type PageAsset, pageAssets } from '@gateway/pages/assets'
import { documentRoute } from '../http/documents/document.ts'
import type { Route } from '../http/route.ts'

/** The name changes with the content. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Style sheets, scripts, fonts and the icon of the public pages. They count on their own: a page that loads several of them is still one page.
 * Each also answers under its name without the hash, which is asked for anew at every view: the portal's page names the icon so.
 */
export const assetRoutes = (): Route[] =>
  pageAssets.flatMap((asset) => [
    assetRoute(asset, { file: asset.file, caching: FOREVER }),
    assetRoute(asset, { file: asset.file.replace(/\.[0-9a-f]{16}(?=\.)/, ''), caching: 'no-cache' }),
  ])

const assetRoute = ({ type, content }: PageAsset, { file, caching }: { readonly file: string; readonly caching: string }): Route =>
  documentRoute({ path: `/assets/${file}`, text: content, type, headers: { 'Cache-Control': caching }, countedAs: 'assets' })
