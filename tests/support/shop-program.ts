import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A running program of a shop, and its output so far. */
export interface ShopProgram {
  /** Both streams, in order of arrival. */
  output(): string
  stop(): Promise<void>
}

/** Starts a program with the given Node; of this process's environment it gets only PATH. */
export function startShopProgram(
  node: string,
  { file, cwd, env }: { file: string; cwd: string; env: Readonly<Record<string, string>> },
): ShopProgram {
  const child = spawn(node, [file], { cwd, env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  return {
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill()
      await ended
    },
  }
}
