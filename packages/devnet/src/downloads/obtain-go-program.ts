import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { obtainGo } from './obtain-go.ts'
import type { Obtain } from './obtain.ts'

/** The folder of our own Go modules. */
const TOOLS = join(import.meta.dirname, '../../tools')

/** A program of a Go module. */
type GoProgram = {
  /** Folder of our own module, whose go.mod and go.sum pin the program and all it is made of by checksum. */
  readonly module: string
  /** The import path of the program. */
  readonly package: string
  /** The variable in which it keeps its version, where only its packager sets one. */
  readonly version?: string
}

const run = promisify(execFile)

/**
 * Builds a program from its pinned sources, which takes up to two minutes: nobody publishes it as a package. `go install` of the program itself does
 * without the checksums, and fails where the module mirror lists no versions.
 */
export const obtainGoProgram =
  (program: GoProgram): Obtain =>
  async (into, { pin, log, env }) => {
    const folder = mkdtempSync(join(tmpdir(), 'go-'))
    try {
      const go = await obtainGo({ folder, log, env })
      const startedAt = performance.now()
      const flags = ['-s -w', ...(program.version === undefined ? [] : [`-X ${program.version}=${pin.version}`])].join(' ')
      const args = ['build', '-mod=readonly', '-trimpath', '-ldflags', flags, '-o', join(into, pin.program), program.package]
      const alone = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off' }
      await run(go, args, { cwd: join(TOOLS, program.module), env: { ...env, ...alone }, timeout: 1_500_000 })
      log(`${pin.program} ${pin.version}: built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
