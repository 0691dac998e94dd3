import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { readFigures } from '../document.ts'
import type { Log, Table } from '../section.ts'

/** A part of the bench of a checkout. */
interface Run {
  readonly root: string
  readonly part: string
  /** The document that the run writes. */
  readonly document: string
  readonly options?: readonly string[]
}

/**
 * Runs one part of a checkout's bench in a process of its own, which installs the packages of the checkout first if they are missing. Returns the tables
 * that it wrote, by the titles of their sections.
 *
 * @throws {Error} when the run fails.
 */
export async function runPart({ root, part, document, options = [] }: Run, log: Log): Promise<ReadonlyMap<string, Table>> {
  // A document without figures gets those of this run alone.
  await rm(document, { force: true })
  const args = ['scripts/ensure.mjs', 'bench/main.ts', part, ...options]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface(child.stdout).on('line', log)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the bench ${part} of ${root} ended with ${code}`)
  return readFigures(await readFile(document, 'utf8'))
}
