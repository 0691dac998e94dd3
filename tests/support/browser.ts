import { cacheFolder } from '@gateway/devnet/downloads/cache-folder'
import { withLock } from '@gateway/devnet/processes/lock'
import { type Browser, chromium as driver } from 'playwright-core'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Of the npm package, which unpacks its binary once per version. */
const VERSION = '153.0.0'

/**
 * A headless Chromium: `$CHROMIUM`, else the one of an npm package.
 *
 * Without the arguments that the package recommends: they disable the cross-origin checks under test.
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? (await obtainChromium())
  return driver.launch({ executablePath, args: ['--no-sandbox'] })
}

/** Unpacks through a fresh folder, because the package would reuse any file of that name in the temporary folder, even half of one. */
async function obtainChromium(): Promise<string> {
  const home = join(cacheFolder(), `chromium-${VERSION}-${process.platform}-${process.arch}`)
  const program = join(home, 'chromium')
  await withLock(`${home}.lock`, async () => {
    if (existsSync(program)) return
    const part = `${home}.part`
    rmSync(part, { recursive: true, force: true })
    mkdirSync(part)
    const unpacked = await unpackInto(part)
    if (unpacked !== join(part, basename(program))) throw new Error(`Chromium was unpacked to ${unpacked}`)
    renameSync(part, home)
  })
  return program
}

/** In a process of its own: the package knows no folder but the temporary one, where everything else of this process lies too. */
async function unpackInto(folder: string): Promise<string> {
  const script = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: folder } })
  return stdout
}
