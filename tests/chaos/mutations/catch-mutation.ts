import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { applyPatch } from '../../support/apply-patch.ts'
import type { Mutation } from './mutation.ts'
import { makeScratchCopy } from './scratch-copy.ts'

/** The result of a mutation. */
export interface Hunt {
  readonly bug: Mutation
  readonly seconds: number
  /** Title of the test that caught it; undefined when none did. */
  readonly caughtBy: string | undefined
  /** How that test failed, in short. */
  readonly said?: string
  /** The reason it was not caught, with the folder of the copy. */
  readonly problem?: string
}

interface TestResult {
  readonly title: string
  readonly fullName: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

/** The members of vitest's report that are read here. */
interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly TestResult[] }[]
}

/**
 * Plants a bug in a copy of the checkout and runs the tests that must catch it, on separate servers.
 *
 * Only a named test that ran and failed with the expected message counts, not one that fails to load or whose servers do not start.
 */
export async function catchMutation(bug: Mutation): Promise<Hunt> {
  const startedAt = performance.now()
  const folder = makeScratchCopy(bug.name)
  const ended = (found: Omit<Hunt, 'bug' | 'seconds'>): Hunt => ({ bug, seconds: (performance.now() - startedAt) / 1_000, ...found })
  const misfit = applyPatch({ folder, patch: bug.patch })
  if (misfit !== undefined) return ended({ caughtBy: undefined, problem: misfit })
  const output = await runTests(folder, bug)
  const found = readFindings(folder, bug)
  if (found.caughtBy === undefined) return ended({ ...found, problem: `${found.problem ?? output.slice(-MAX_OUTPUT)} (${folder})` })
  rmSync(folder, { recursive: true, force: true })
  return ended(found)
}

const MAX_SAID = 200
const MAX_OUTPUT = 2_000
const REPORT = 'mutation-report.json'

/** Resolves with the output of the finished run. */
async function runTests(folder: string, { testFile, title }: Mutation): Promise<string> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', testFile, '-t', title, '--reporter=json', `--outputFile=${REPORT}`]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  return output
}

function readFindings(folder: string, { title, says }: Mutation): Pick<Hunt, 'caughtBy' | 'said' | 'problem'> {
  const ran = readReport(folder)
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => new RegExp(title).test(fullName) && ENDS.has(status))
  const failed = ran.filter(({ status }) => status === 'failed')
  const [catcher] = failed.filter((one) => new RegExp(says).test(messageOf(one)))
  if (catcher) return { caughtBy: catcher.title, said: messageOf(catcher).slice(0, MAX_SAID) }
  if (failed.length > 0) return { caughtBy: undefined, problem: `failed with another message: ${failed.map(messageOf).join(' ')}` }
  return ran.length > 0 ? { caughtBy: undefined, problem: 'its tests pass' } : { caughtBy: undefined }
}

/** Final states of tests that ran; tests whose servers do not start are skipped. */
const ENDS = new Set(['passed', 'failed'])

const messageOf = ({ failureMessages }: TestResult): string => failureMessages.join(' ').replaceAll(/\s+/g, ' ')

/** Empty when vitest ended without a report. */
function readReport(folder: string): Report['testResults'] {
  try {
    // The form of vitest's JSON reporter, which is that of Jest.
    return (JSON.parse(readFileSync(join(folder, REPORT), 'utf8')) as Report).testResults
  } catch {
    return []
  }
}
