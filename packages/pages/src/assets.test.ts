import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageAssets } from './assets.ts'
import { checkoutPage } from './payments/checkout-page.ts'
import { sampleCheckouts } from './payments/test-checkouts.ts'

const KB = 1_024
const contentOf = (name: string): string => String(pageAssets.find((asset) => asset.name === name)?.content ?? '')

/** The bytes of some files as they are sent. */
const sizeOf = (names: readonly string[]): number => names.reduce((sum, name) => sum + gzipSync(contentOf(name)).length, 0)

/** A module and all that it imports, by name. */
function graphOf(entry: string, found: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const imports = [...contentOf(entry).matchAll(/from '\.\/([a-z-]+\.ts)'/g)].map(([, name = '']) => name)
  const known: ReadonlySet<string> = new Set([...found, entry])
  return imports.reduce((all, name) => (all.has(name) ? all : graphOf(name, all)), known)
}

const html = checkoutPage({ ...sampleCheckouts['waiting-usdc'], language: 'en', nonce: 'n' })
const named = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, name = '']) => name)

test('a checkout page loads at most 20 KB of style sheets', () => {
  const sheets = named(/<link rel="stylesheet" href="\/assets\/([^"]+)"/g)
  expect(sheets).toEqual(['public.css', 'checkout.css'])
  expect(sizeOf(sheets)).toBeLessThanOrEqual(20 * KB)
})

test('a checkout page loads at most 25 KB of scripts, every import included', () => {
  const entries = named(/<script [^>]*src="\/assets\/([^"]+)"/g)
  const modules = new Set(entries.flatMap((entry) => [...graphOf(entry)]))
  expect([...modules].filter((name) => contentOf(name) === '')).toEqual([])
  expect(modules.size).toBeGreaterThan(entries.length)
  expect(sizeOf([...modules])).toBeLessThanOrEqual(25 * KB)
})

test('scripts are served without their types, and tests are not served', () => {
  expect(pageAssets.map(({ name }) => name).filter((name) => name.includes('test'))).toEqual([])
  expect(contentOf('follow.ts')).not.toContain('ReturnType<')
})

test('style sheets name only files that are served', () => {
  const files = new Set(pageAssets.map(({ name }) => `/assets/${name}`))
  for (const sheet of ['public.css', 'checkout.css'])
    for (const [, file = ''] of contentOf(sheet).matchAll(/url\(([^)]+)\)/g)) expect(files).toContain(file)
})
