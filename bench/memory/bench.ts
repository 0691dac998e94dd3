import { waitFor } from '@gateway/devnet/wait'
import { residentMb } from '@gateway/tests/support/memory'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { sized } from '../sized.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const IDLE_SECONDS = sized(60, 2)
const START_TIMEOUT_MS = 600_000
const PARTS = ['api', 'worker', 'signer'] as const
const TOGETHER = `${PARTS.slice(0, -1).join(', ')} and ${PARTS.at(-1)}`
const DEV = 'npm run dev itself'

const text: SectionText = {
  title: 'Memory of an idle gateway',
  intro: `Resident memory of the processes of \`npm run dev\` with every chain, ${IDLE_SECONDS} s after its start; nothing is asked of them. The worker has every role but the signer's and the payer's.`,
  aimsAgainst: {
    dee40013: [
      { text: 'api, worker and signer together at most 0.6 ×', column: 'ratio', rows: new RegExp(`^${TOGETHER}`), max: 0.6 },
      { text: '`npm run dev` itself at most 0.4 ×', column: 'ratio', rows: new RegExp(`^${DEV}`), max: 0.4 },
    ],
  },
}

/** How much memory a gateway needs that has nothing to do. */
export const memory: Bench = { sections: [text], measure: (log) => inTemporaryFolder((folder) => measure(folder, log)) }

async function measure(dataDir: string, log: Log): Promise<Table[]> {
  const root = join(import.meta.dirname, '../..')
  // The program `env` sets two variables and becomes the other program, in the same process.
  const args = [`DATA_DIR=${dataDir}`, 'PORT=0', process.execPath, '--disable-warning=ExperimentalWarning', 'scripts/dev.ts']
  const dev = spawn('env', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(dev, 'close')
  try {
    await waitFor('npm run dev to be ready', async () => existsSync(join(dataDir, 'dev.json')), { timeoutMs: START_TIMEOUT_MS })
    log(`memory: npm run dev is ready, idle for ${IDLE_SECONDS} s`)
    await pause(IDLE_SECONDS * 1_000)
    const sizes = PARTS.map((part) => residentMb(pidOf(join(dataDir, part))))
    const together = sizes.reduce((sum, mb) => sum + mb, 0)
    const rows = [
      ...PARTS.map((part, at) => [part, sizes[at] ?? 0] as const),
      [TOGETHER, together],
      [DEV, residentMb(dev.pid ?? 0)],
    ] as const
    return [{ head: ['process', 'resident'], rows: rows.map(([name, mb]) => [name, `${mb.toFixed(0)} MB`]) }]
  } finally {
    dev.kill('SIGINT')
    await ended
  }
}

/** The process whose command line ends with the folder of a part. @throws {Error} when there is none. */
function pidOf(folder: string): number {
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && commandLineOf(name).endsWith(`\0${folder}\0`))
  if (pid === undefined) throw new Error(`no process runs in ${folder}`)
  return Number(pid)
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // It has ended meanwhile.
  }
}
