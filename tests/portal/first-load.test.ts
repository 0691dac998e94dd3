import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { builtPortal } from '../support/built-portal.ts'

const MOST_BYTES = 200_000

/** The home page without its chart, which comes later, and the shell around it. */
const first = ['index.html', 'src/home/home.tsx']

/** A row of the manifest that Vite writes beside what it builds. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

test('the first page loads at most 200 kB of script', async () => {
  const folder = await builtPortal()
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk> // Written by the build.
  const files = loadedWith(manifest, first)
  const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length).reduce((sum, size) => sum + size, 0)
  expect(files.some((file) => file.includes('volume-chart'))).toBe(false)
  expect(bytes).toBeLessThan(MOST_BYTES)
})

/** The files of some chunks and of everything that they import at once. */
function loadedWith(manifest: Readonly<Record<string, Chunk>>, names: readonly string[], seen = new Set<string>()): string[] {
  return names.flatMap((name) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`Nothing was built from ${name}`)
    if (seen.has(name)) return []
    seen.add(name)
    return [chunk.file, ...loadedWith(manifest, chunk.imports ?? [], seen)]
  })
}
