import type { Client, ClientOptions } from '@gateway/client'
import { resolveBinary } from '@gateway/devnet/downloads/resolve'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackedClient } from '../support/packed-client.ts'

/** A program with only the packed client, which makes the calls of the stories. */
export interface Caller {
  /** A client whose functions are those of the program's client. */
  createClient(options: ClientOptions): Client
  stop(): Promise<void>
}

interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
}
/** The program's answer to a call. */
interface Outcome {
  readonly id: number
  readonly answer?: unknown
  /** The members of the client's own error. */
  readonly thrown?: Failure
  readonly words?: string
}
interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Starts the program in a new folder, under the oldest Node that the package supports. */
export async function startCaller(packed: PackedClient): Promise<Caller> {
  const cwd = packed.newFolder()
  copyFileSync(join(import.meta.dirname, 'caller.mjs'), join(cwd, 'caller.mjs'))
  const { path: execPath } = await resolveBinary('node20')
  const program = fork('caller.mjs', [], { cwd, execPath, execArgv: [], env: {} })
  const ended = once(program, 'exit')
  const waiting = new Map<number, Waiting>()
  // The program sends no other messages.
  program.on('message', (said) => settle(said as Outcome))
  program.once('exit', () => waiting.forEach(({ reject }) => reject(new Error('the program of the shop has ended'))))
  let calls = 0

  function settle({ id, answer, thrown, words }: Outcome): void {
    const call = waiting.get(id)
    waiting.delete(id)
    if (words === undefined) return call?.resolve(asImage(answer))
    call?.reject(thrown ? new packed.entry.GatewayError(thrown) : new TypeError(words))
  }

  return {
    createClient: (options) =>
      // Every name is a function, as in the program's client.
      named([], (name, parameters) => {
        const id = (calls += 1)
        program.send({ id, options, name, parameters })
        return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
      }) as Client,
    stop: async () => {
      if (program.exitCode === null) program.kill()
      await ended
    },
  }
}

type Call = (name: string, parameters: readonly unknown[]) => Promise<unknown>

/** A function under a name, with functions under every longer one. */
function named(path: readonly string[], call: Call): object {
  return new Proxy(() => undefined, {
    get: (_target, part) => named([...path, String(part)], call),
    apply: (_target, _this, parameters: readonly unknown[]) => call(path.join('.'), parameters),
  })
}

function asImage(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('image' in answer) || !('type' in answer)) return answer
  return new Blob([Buffer.from(String(answer.image), 'base64')], { type: String(answer.type) })
}
