import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { expect, test, vi } from 'vitest'
import { buildPortal } from './build-portal.ts'

const MOST_BYTES = 200_000

/** The home page without its chart, which comes later, and the shell around it. */
const first = ['index.html', 'src/home/home.tsx']

test('the first page loads at most 200 kB of script', async () => {
  // Under any other name the build takes the development side of React.
  vi.stubEnv('NODE_ENV', 'production')
  const folder = mkdtempSync(join(tmpdir(), 'portal-'))
  try {
    await buildPortal(folder)
    const files = loadedWith(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest, first)
    const bytes = files.map((file) => gzipSync(readFileSync(join(folder, file))).length).reduce((sum, size) => sum + size, 0)
    expect(files.some((file) => file.includes('volume-chart'))).toBe(false)
    expect(bytes).toBeLessThan(MOST_BYTES)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** The files of some chunks and of everything that they import at once. */
function loadedWith(manifest: Manifest, names: readonly string[], seen = new Set<string>()): string[] {
  return names.flatMap((name) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`Nothing was built from ${name}`)
    if (seen.has(name)) return []
    seen.add(name)
    return [chunk.file, ...loadedWith(manifest, chunk.imports ?? [], seen)]
  })
}
