import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...parameters: string[]]
}

const root = join(import.meta.dirname, '..')
const script = (path: string, ...parameters: string[]): Step['command'] => [process.execPath, join(root, path), ...parameters]

/** From the cheapest, most frequent failure to the rarest, two at a time; the first failure ends the check. */
const steps: readonly Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['turbo', 'run', 'typecheck', '--output-logs=errors-only', '--log-prefix=none', '--no-update-notifier'] },
  { name: 'boundaries', command: ['turbo', 'boundaries'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'generated documents', command: script('scripts/docs/main.ts', '--check') },
  { name: 'lock file', command: script('scripts/complete-lock.mjs', '--check') },
  { name: 'contracts', command: script('scripts/contracts.ts', '--check') },
]

/** Some steps use one processor, some several; the smallest machine has two. */
const AT_ONCE = 2

const running = new Set<ChildProcess>()
const waiting = [...steps]
await Promise.all(Array.from({ length: AT_ONCE }, runWaiting))

async function runWaiting(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step)
}

async function runStep(step: Step): Promise<void> {
  const startedAt = performance.now()
  const { code, output } = await run(step)
  // Ended with the step that failed first.
  if (process.exitCode === 1) return
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${step.name.padEnd(20)} ${seconds.padStart(5)} s`)
  if (code === 0) return
  console.log(`\n${output.trim()}\n\n${step.name}: ${step.command.join(' ').replaceAll(`${root}/`, '')} ended with ${code}`)
  process.exitCode = 1
  waiting.length = 0
  for (const child of running) child.kill()
}

/** Both streams in order of arrival; exit code 127, as in a shell, for a missing program. */
function run({ command: [program, ...parameters] }: Step): Promise<{ code: number; output: string }> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`
  const child = spawn(program, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
  })
  running.add(child)
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() })
    })
  })
}
