import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { assetUrl, pageAssets, type SheetName, withHashes } from './assets.ts'
import { checkoutPage } from './payments/checkout-page.ts'
import { sampleCheckouts } from './payments/test-checkouts.ts'

const KB = 1_024
const byUrl = new Map(pageAssets.map((asset) => [`/assets/${asset.file}`, asset]))
const contentAt = (url: string): string => String(byUrl.get(url)?.content ?? '')

/** The bytes of some files as they are sent. */
const sizeOf = (urls: readonly string[]): number => urls.reduce((sum, url) => sum + gzipSync(contentAt(url)).length, 0)

const html = checkoutPage({ ...sampleCheckouts['waiting-usdc'], language: 'en', nonce: 'n' })
const named = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, url = '']) => url)

test('a checkout page loads at most 20 KB of style sheets', () => {
  const sheets = named(/<link rel="stylesheet" href="([^"]+)"/g)
  expect(sheets).toEqual([assetUrl('public.css'), assetUrl('checkout.css')])
  expect(sizeOf(sheets)).toBeLessThanOrEqual(20 * KB)
})

test('a checkout page loads one script of at most 25 KB, which imports nothing', () => {
  const scripts = named(/<script [^>]*src="([^"]+)"/g)
  expect(scripts).toEqual([assetUrl('checkout.js')])
  expect(contentAt(scripts[0] ?? '')).toContain('requestSubmit')
  expect(sizeOf(scripts)).toBeLessThanOrEqual(25 * KB)
})

test('no script imports another file', () => {
  const scripts = pageAssets.filter(({ file }) => file.endsWith('.js'))
  expect(scripts).toHaveLength(7)
  expect(scripts.filter(({ content }) => /^\s*(?:import|export) /m.test(String(content)))).toEqual([])
})

test('the name of a file follows from its content', () => {
  for (const { file, content } of pageAssets) {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
    expect(file).toMatch(new RegExp(`^[a-z-]+\\.${hash}\\.(?:css|js|svg|woff2)$`))
  }
})

test('style sheets name only files that are served', () => {
  for (const sheet of ['public.css', 'checkout.css'] satisfies SheetName[])
    for (const [, url = ''] of contentAt(assetUrl(sheet)).matchAll(/url\(([^)]+)\)/g)) expect([...byUrl.keys()]).toContain(url)
  expect(contentAt(assetUrl('public.css'))).toContain(assetUrl('inter.woff2'))
  expect(withHashes('url(/assets/other.woff2)')).toBe('url(/assets/other.woff2)')
})
