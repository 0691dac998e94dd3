import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
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
  /** The import paths of the program and of those that come with it. */
  readonly packages: readonly string[]
  /** Its build tags. */
  readonly tags?: readonly string[]
  /** Nothing waits for it at once: it leaves the processor to others. */
  readonly isInBackground?: boolean
  /** The variable in which it keeps its version, where only its packager sets one. */
  readonly version?: string
}

/** A large program from nothing on a small machine that does other things. */
export const LONGEST_BUILD_MS = 2 * 3_600_000

const run = promisify(execFile)

/**
 * Builds a program from its pinned sources, which takes minutes: nobody publishes it as a package. `go install` of the program itself does
 * without the checksums, and fails where the module mirror lists no versions.
 */
export const obtainGoProgram =
  (program: GoProgram): Obtain =>
  async (into, { pin, log, env, signal }) => {
    const folder = mkdtempSync(join(tmpdir(), 'go-'))
    try {
      const go = await obtainGo({ folder, log, env })
      const startedAt = performance.now()
      const linking = ['-s -w', ...(program.version === undefined ? [] : [`-X ${program.version}=${pin.version}`])].join(' ')
      const flags = ['-mod=readonly', '-trimpath', '-tags', (program.tags ?? []).join(','), '-ldflags', linking]
      const alone = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off' }
      const options = { cwd: join(TOOLS, program.module), env: { ...env, ...alone }, timeout: LONGEST_BUILD_MS, ...(signal && { signal }) }
      const building = run(go, ['build', ...flags, '-o', `${into}/`, ...program.packages], options)
      if (program.isInBackground && building.child.pid !== undefined) setPriority(building.child.pid, constants.priority.PRIORITY_LOW)
      await building
      log(`${pin.program} ${pin.version}: built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
