import type { Running } from '@gateway/devnet/processes/running'
import { startChild } from '@gateway/devnet/processes/child'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../oracle/judgement.ts'

const oracle = join(import.meta.dirname, '../oracle')
const FLAGS = ['--disable-warning=ExperimentalWarning']

/** The oracle's verdict, and whether the run passed. */
export interface Verdict {
  readonly passed: boolean
  readonly said: string
  /** A line per sentence; empty when it could not judge. */
  readonly findings: readonly Finding[]
}

/** Starts the oracle's watcher, which checks the ledger every few seconds until it is stopped. */
export function startWatcher({ dataDir, databaseUrl, file }: { dataDir: string; databaseUrl: string; file: string }): Promise<Running> {
  const folder = join(dataDir, 'watcher')
  mkdirSync(folder, { recursive: true })
  return startChild({
    name: 'watcher',
    folder,
    command: process.execPath,
    args: [...FLAGS, join(oracle, 'watch.ts'), databaseUrl, file],
    isReady: async () => true,
    env: {},
    log: () => {},
  })
}

/** Runs the oracle as a process to judge a case. */
export async function judge(caseFile: string): Promise<Verdict> {
  const verdictFile = `${caseFile}.verdict`
  rmSync(verdictFile, { force: true })
  const child = spawn(process.execPath, [...FLAGS, join(oracle, 'main.ts'), caseFile, verdictFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {},
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
  // The oracle writes this shape.
  const findings = existsSync(verdictFile) ? (JSON.parse(readFileSync(verdictFile, 'utf8')) as Finding[]) : []
  return { passed: code === 0, said, findings }
}
