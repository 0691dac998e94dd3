import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { obtainGo } from './obtain-go.ts'
import type { Obtain } from './obtain.ts'

/**
 * A Go module of our own, whose go.mod and go.sum pin bchd and all it is made of by checksum. `go install` of bchd itself does without
 * them, and fails where the module mirror lists no versions.
 */
const MODULE = join(import.meta.dirname, '../../tools/bchd')

const run = promisify(execFile)

/** Builds bchd from its pinned sources, which takes a minute or two: nobody publishes it as a package. */
export const obtainBchd: Obtain = async (into, { pin, log, env }) => {
  const folder = mkdtempSync(join(tmpdir(), 'go-'))
  try {
    const go = await obtainGo({ folder, log, env })
    const startedAt = performance.now()
    const args = ['build', '-mod=readonly', '-trimpath', '-ldflags', '-s -w', '-o', join(into, pin.program), 'github.com/gcash/bchd']
    const alone = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off' }
    await run(go, args, { cwd: MODULE, env: { ...env, ...alone }, timeout: 1_500_000 })
    log(`bchd ${pin.version}: built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
