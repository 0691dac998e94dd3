import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A process that holds a data folder as a stack does: it has started a server there. */
export interface TestStack {
  readonly process: ChildProcess
  readonly pid: number
  readonly serverPid: number
  /** Kills it without notice, as a crash would; its server goes on. */
  kill(): Promise<void>
}

const leftover = new URL('../../packages/devnet/src/processes/leftover.ts', import.meta.url).href

/** Starts one whose server is in the folder of the API. */
export async function startTestStack(dataDir: string): Promise<TestStack> {
  const folder = join(dataDir, 'api')
  mkdirSync(folder, { recursive: true })
  const program = `
    const { spawn } = await import('node:child_process')
    const { recordPid } = await import(${JSON.stringify(leftover)})
    const folder = ${JSON.stringify(folder)}
    const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', folder], { stdio: 'ignore', detached: true })
    recordPid({ name: 'api', folder }, server.pid)
    console.log(server.pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
  }
  for await (const line of createInterface(child.stdout)) return { process: child, pid: child.pid ?? 0, serverPid: Number(line), kill }
  throw new Error('the process ended before it had a server')
}
